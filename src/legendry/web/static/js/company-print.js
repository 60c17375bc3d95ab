/** The sheets of a company on paper. */

document.getElementById("print").addEventListener("click", () => print());
