/** Light or dark: as the system has it, unless the switch in the header was used. */

const root = document.documentElement;
const system = matchMedia("(prefers-color-scheme: dark)");
const kept = localStorage.getItem("theme");
if (kept) root.dataset.theme = kept;

const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);

const wire = () => {
  const button = document.getElementById("theme");
  const show = () => button.setAttribute("aria-pressed", String(isDark()));
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    localStorage.setItem("theme", root.dataset.theme);
    show();
  });
  system.addEventListener("change", show);
  show();
};

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", wire);
else wire();
