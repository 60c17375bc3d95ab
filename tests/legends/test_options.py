"""Table options: their values, whom they serve, and what they make of the switches."""

from typing import Any, get_args

import msgspec
import pytest

from legendry.legends.edition import edition
from legendry.legends.options import Options, checked
from legendry.table import SetupError

TSC, AW, TS = "time-and-space-classic", "ancient-world", "time-and-space"

# Section 20.17, the part that concerns fights: the first value is the default.
PRINTED = """
    contest_dice_order        attacker_first secret
    tie_rule                  by_edition higher_attribute nobody
    dice_effects              highest cumulative
    surprise_contests         rolled auto_win
    flashbang                 one_extra_turn full_surprise
    pass_through_friends      false true
    entry_costs_ma            true false
    react_after_miss          true false
    bodies_block_missiles     true false
    grapple_miss_hits_other   false true                                       TSC AW
    blast_radius              2 1 5
    area_damage               shared_roll roll_each
    dodge_thrown              false true
    reload_allows_move        false true
    track_ammo                false true
    helpless_auto_hit         false true
    tackle_counter_if         has_turn_to_give not_moved_this_round not_acted_this_battle  TS
    tackle_return             entering_hex turn_start                          TS
    extra_grapplers_auto_hit  true false
    join_grapple              auto as_normal_entry
    wounds_reduce_st          false true
    ts_strength_bonus_stacks  false true                                       TS
    chain_reactions           false true
    dodge_away                by_edition any_hex
    zoc_trigger               by_edition tsc aw ts off
    zoc_exempt                attacks_that_defender attacks_anyone
    fatigue_overflow          converts stays_fatigue
    pull_blows                false true
    min_damage                by_edition 1 0
    armor_layers              slots single_body free
    suit_fail_min_dice        1 3                                              TSC TS
    xp_contribution           present acted
    attribute_cap             by_edition 42 none
    karma_scope               own_rolls any_roll_on_self
    wish_karma_conversion     by_edition true
    tsc_curse                 plus_on_checks as_aw                             TSC
    advance_in_combat         false true
    ts_leadership             whole_encounter one_check                        TS
    fall_armor                false true
    shields_block_magic       false true                                       AW
    magic_strike_hit          iq iq_then_dx dx                                 AW
    area_shape                free compact                                     AW
    staff_split               staff_first caster_chooses                       AW
    overcast                  true false                                       AW
    magic_counter_extra_die   false true                                       AW
    flash_lasts               one_round encounter                              AW
    fly_over_walls            false true                                       AW
    disbelief                 action free_once_per_turn                        AW
"""
SLUGS = {"TSC": TSC, "AW": AW, "TS": TS}


def printed() -> list[tuple[str, list[Any], list[str]]]:
    """The name of each option, its values, and the editions that have a use for it."""
    options = []
    for line in PRINTED.strip().splitlines():
        name, *words = line.split()
        values = [word for word in words if word not in SLUGS]
        slugs = [SLUGS[word] for word in words if word in SLUGS] or list(SLUGS.values())
        options.append((name, list(map(value, values)), slugs))
    return options


def value(word: str) -> Any:
    return int(word) if word.isdigit() else {"true": True, "false": False}.get(word, word)


def test_all_options_of_section_20_17_are_there_and_one_of_ours() -> None:
    assert [*(name for name, _, _ in printed()), "no_progress"] == list(Options.__struct_fields__)


@pytest.mark.parametrize(("name", "values", "slugs"), printed())
class TestValues:
    def test_the_first_value_is_the_default(
        self, name: str, values: list[Any], slugs: list[str]
    ) -> None:
        assert getattr(Options(), name) == values[0]
        assert type(getattr(Options(), name)) is type(values[0])

    def test_every_value_is_taken_where_it_is_of_use(
        self, name: str, values: list[Any], slugs: list[str]
    ) -> None:
        for slug in slugs:
            for one in values:
                assert getattr(checked({name: one}, edition(slug)), name) == one

    def test_it_is_refused_where_it_is_of_no_use(
        self, name: str, values: list[Any], slugs: list[str]
    ) -> None:
        for slug in set(SLUGS.values()) - set(slugs):
            title = edition(slug).title
            for one in values[1:]:
                with pytest.raises(
                    SetupError, match=rf"options\.{name} changes nothing in {title}, .*RUL-"
                ):
                    checked({name: one}, edition(slug))
            assert checked({name: values[0]}, edition(slug)) == Options()

    @pytest.mark.parametrize("other", ["sometimes", 4, 1.5, None, []])
    def test_other_values_are_refused(
        self, name: str, values: list[Any], slugs: list[str], other: object
    ) -> None:
        with pytest.raises(SetupError, match=rf"^options\.{name}: "):
            checked({name: other}, edition(slugs[0]))


class TestRefusals:
    def test_an_unknown_option(self) -> None:
        with pytest.raises(SetupError, match=r"options: .*unknown field critical_hits"):
            checked({"critical_hits": True}, edition(AW))

    @pytest.mark.parametrize("rounds", [0, 201, True])
    def test_no_progress_has_bounds(self, rounds: int) -> None:
        with pytest.raises(SetupError, match=r"^options\.no_progress: "):
            checked({"no_progress": rounds}, edition(AW))

    def test_the_conversion_of_wishes_cannot_be_taken_away_rul_86(self) -> None:
        with pytest.raises(SetupError, match="RUL-86"):
            checked({"wish_karma_conversion": False}, edition(AW))


def test_a_full_list_can_be_written_down_and_read_back() -> None:
    for slug in SLUGS.values():
        everything = msgspec.structs.asdict(Options())
        assert checked(everything, edition(slug)) == Options()


def test_each_docstring_cites_its_ruling() -> None:
    """A reader of the options finds the ruling in section 20."""
    import inspect

    source = inspect.getsource(Options)
    for name, _, _ in printed():
        after = source.split(f"\n    {name}: ", 1)[1]
        assert after.split('"""')[1].startswith("RUL-"), name


class TestByEdition:
    def test_ties_chk_8_rul_3(self) -> None:
        found = [Options().ties(edition(slug).switches) for slug in (TSC, AW, TS)]
        assert found == ["higher_attribute", "higher_attribute", "nobody"]
        assert Options(tie_rule="nobody").ties(edition(AW).switches) == "nobody"
        assert Options(tie_rule="higher_attribute").ties(edition(TS).switches) == "higher_attribute"

    def test_dodges_rct_4_rul_59(self) -> None:
        found = [Options().dodges_away(edition(slug).switches) for slug in (TSC, AW, TS)]
        assert found == [True, True, False]
        anywhere = Options(dodge_away="any_hex")
        assert not any(anywhere.dodges_away(edition(slug).switches) for slug in (TSC, AW, TS))

    def test_zones_of_control_zoc_1_rul_62(self) -> None:
        found = [Options().zone(edition(slug).switches) for slug in (TSC, AW, TS)]
        assert found == ["tsc", "aw", "ts"]
        assert Options(zoc_trigger="off").zone(edition(TS).switches) == "off"

    def test_least_damage_wpn_2_rul_75(self) -> None:
        found = [Options().least_damage(edition(slug).switches) for slug in (TSC, AW, TS)]
        assert found == [0, 1, 1]
        assert Options(min_damage=1).least_damage(edition(TSC).switches) == 1
        assert Options(min_damage=0).least_damage(edition(TS).switches) == 0

    def test_wishes_cam_9_rul_86(self) -> None:
        found = [Options().wishes_convert(edition(slug).switches) for slug in (TSC, AW, TS)]
        assert found == [True, True, False]
        assert Options(wish_karma_conversion=True).wishes_convert(edition(TS).switches)

    def test_curses_cam_13_rul_87(self) -> None:
        found = [Options().curse(edition(slug).switches) for slug in (TSC, AW, TS)]
        assert found == ["plus_on_checks", "worsens", "worsens"]
        assert Options(tsc_curse="as_aw").curse(edition(TSC).switches) == "worsens"


def test_the_edition_s_own_triggers_are_the_option_s_values_rul_62() -> None:
    (trigger,) = (f for f in msgspec.structs.fields(Options) if f.name == "zoc_trigger")
    triggers = {edition(slug).switches.zoc_trigger for slug in SLUGS.values()}
    assert triggers < set(get_args(trigger.type))
