"""How the tests run: Hypothesis without deadlines, the same examples on every machine."""

from hypothesis import settings

settings.register_profile("gate", deadline=None, derandomize=True, max_examples=60)
settings.register_profile("night", deadline=None, max_examples=2000)
settings.load_profile("gate")
