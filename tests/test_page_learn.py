"""The lessons in a real browser: questions about real searches, a score, a presenter's view."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect

import plyground as pg
from page_objects import Tab
from plyground.web.app import STATIC
from tiers import first_usual

pytest_plugins = "browser"

LESSONS = json.loads((STATIC / "lessons.json").read_text(encoding="utf-8"))
LIVE = {
    "monte-carlo",
    "network",
    "perfect-play",
}  # later parts need machine code or a network


def answer_all(tab: Tab) -> list[tuple[str, str]]:
    """Answer every question of a part with its first option, by key: what was asked, and why."""
    card = tab.page.locator(".lesson-question")
    heard = []
    while True:
        expect(card.locator(".lesson-options button").first).to_be_enabled()
        asked = card.locator("p").first.inner_text()
        tab.page.keyboard.press("1")
        expect(card.locator(".lesson-options .right")).not_to_have_count(0)
        expect(card.locator(".lesson-options button:disabled").first).to_be_visible()
        verdict = card.locator(".lesson-verdict").inner_text()
        first = card.locator(".lesson-options button").first.get_attribute("class") or ""
        assert verdict.startswith("Right. " if "right" in first else "Not quite. ")
        heard.append((asked, verdict))
        following = tab.button("Next question")
        if not following.count():
            return heard
        expect(following).to_be_focused()
        tab.page.keyboard.press("Enter")


@pytest.mark.parametrize("lesson", first_usual(LESSONS), ids=[lesson["id"] for lesson in LESSONS])
def test_every_question_of_a_lesson_has_a_right_answer(tab, lesson):
    for number, part in enumerate(lesson["parts"], 1):
        if number > 1 and lesson["id"] in LIVE:
            break
        tab.open(f"learn/{lesson['id']}?part={number}")
        expect(tab.page.locator(".lesson-words h2")).to_have_text(part["heading"])
        if part.get("ask"):
            assert len(answer_all(tab)) >= len(part["ask"])
            expect(tab.page.locator(".lesson-onward .primary")).to_be_focused()
        if part["show"]["kind"] != "analysis":
            expect(tab.page.locator(".tree-counter")).to_contain_text("step")


@pytest.mark.slow  # compiles a solver, a Monte Carlo search, and what a network sees
@pytest.mark.parametrize("lesson", sorted(LIVE))
def test_lessons_about_live_searches_to_their_end(tab, lesson):
    (parts,) = (each["parts"] for each in LESSONS if each["id"] == lesson)
    for number in range(2, len(parts) + 1):
        tab.open(f"learn/{lesson}?part={number}")
        assert answer_all(tab)


def test_the_positions_of_the_lessons_can_be_played():
    for lesson in LESSONS:
        for part in lesson["parts"]:
            if "game" in part["show"]:
                shown = part["show"]
                played = pg.Playthrough.read(pg.game(shown["game"]), None, shown.get("moves", ""))
                played.game.check_open(played.position)


def test_a_lesson_by_keyboard_alone(tab):
    tab.open("learn")
    expect(tab.page.locator(".lesson-path li")).to_have_count(len(LESSONS))
    tab.page.get_by_role("link", name="Begin").press("Enter")
    first = LESSONS[0]
    expect(tab.page.get_by_role("heading", level=1)).to_have_text(first["title"])
    for number in range(1, len(first["parts"]) + 1):
        expect(tab.page.locator(".lesson-top")).to_contain_text(f"part {number} of")
        answer_all(tab)
        tab.page.keyboard.press("ArrowLeft")
        tab.page.keyboard.press("Enter")
    expect(tab.page).to_have_url(re.compile(f"#/learn/{LESSONS[1]['id']}$"))


def test_the_score_stays_in_the_browser(tab):
    tab.open("learn/alpha-beta")
    heard = answer_all(tab)
    right = sum(verdict.startswith("Right") for _, verdict in heard)
    score = tab.page.locator(".lesson-score")
    expect(score).to_have_text(f"Score {right} of {len(heard)}")
    tab.page.reload()
    expect(score).to_have_text(f"Score {right} of {len(heard)}")
    tab.open("learn")
    expect(tab.page.locator(".lesson-path")).to_contain_text(f"{right} of {len(heard)} right")


@pytest.mark.slow
def test_cut_questions_are_those_of_the_search(tab):
    tab.open("learn/alpha-beta")
    whys = [why for _, why in answer_all(tab)]
    assert whys == [
        "Not quite. MIN has found 3 here, and MAX has nothing better elsewhere yet: "
        "nothing can be cut.",
        "Right. MIN has found 2; MAX already has 3 elsewhere, "
        "so the remaining 2 children cannot matter: cut off.",
        "Not quite. MIN has found 14 here, but MAX has only 3 elsewhere and would still come "
        "here: the rest matters.",
        "Not quite. MIN has found 5 here, but MAX has only 3 elsewhere and would still come "
        "here: the rest matters.",
    ]


@pytest.mark.slow
def test_nothing_gives_an_answer_away(tab):
    tab.open("learn/minimax")
    asked = tab.page.locator(".tree-node.asked")
    expect(asked.locator(".value")).to_have_text("?")
    tab.open("learn/window?part=3")
    expect(asked).to_have_count(1)
    boards = tab.page.locator(".tree-node.unseen .board")
    expect(boards).to_have_count(0)
    expect(tab.page.locator(".lesson-code")).to_be_hidden()


def test_minimax_and_alpha_beta_walk_in_step(tab):
    tab.open("learn/alpha-beta?part=2")
    trees = tab.page.locator(".lesson-pair .lesson-tree")
    expect(trees).to_have_count(2)
    tab.button("To the next cutoff").click()
    expect(trees.nth(1).locator(".lesson-code .lit")).to_contain_text("stop")
    tab.button("To the end").click()
    expect(trees.nth(0)).to_contain_text("13 of 13 nodes visited")
    expect(trees.nth(1)).to_contain_text("11 of 11 nodes visited")
    for tree in trees.all():
        expect(tree.locator(".tree-sentence")).to_contain_text("the root is worth 3")


@pytest.mark.slow
def test_mirror_images_are_merged_on_a_switch(tab):
    tab.open("learn/table?part=2")
    nodes = tab.page.locator(".tree-stage [role=treeitem]")
    expect(nodes).to_have_count(10)
    tab.page.get_by_role("checkbox", name="Merge mirror images").check()
    expect(nodes).to_have_count(4)
    expect(tab.page.locator(".lesson-question")).to_contain_text("With mirror images merged")


@pytest.mark.slow
def test_three_new_questions_about_a_tree_nobody_has_seen(tab):
    tab.open("learn/new-cuts")
    head = tab.page.locator(".lesson-question h2")
    leaves = tab.page.locator(".tree-node .value")
    expect(head).to_have_text("Question 1 of 3")
    before = leaves.all_text_contents()
    answer_all(tab)
    tab.button("Another tree").click()
    expect(head).to_have_text("Question 1 of 3")
    assert leaves.all_text_contents() != before


@pytest.mark.slow
def test_a_presenter_has_large_type_and_every_tree_as_svg(tab):
    tab.open("learn/alpha-beta")
    expect(tab.page.locator(".lesson-question")).to_be_visible()
    tab.page.keyboard.press("p")
    expect(tab.page).to_have_url(re.compile("present=1"))
    expect(tab.page.locator("header.bar")).to_be_hidden()
    size = "getComputedStyle(document.documentElement).fontSize"
    assert tab.page.evaluate(size) == "24px"
    expect(tab.page.locator(".lesson-question")).to_be_visible()
    with tab.page.expect_download() as saving:
        tab.button("SVG").click()
    assert saving.value.suggested_filename == "alpha-beta-1.svg"
    assert ElementTree.fromstring(saving.value.path().read_text(encoding="utf-8")).findall(".//*")
    tab.page.keyboard.press("p")
    expect(tab.page.locator("header.bar")).to_be_visible()


def test_lessons_are_loaded_only_when_somebody_learns(tab):
    asked = []
    tab.page.on("request", lambda request: asked.append(request.url))
    tab.open("play/tic_tac_toe?second=human")
    code = [url for url in asked if "/words/" not in url]  # sentences come at once, all together
    assert not [url for url in code if "lesson" in url or "learn" in url]
    tab.page.get_by_role("link", name="Learn", exact=True).click()
    expect(tab.page.locator(".lesson-path")).to_be_visible()
    assert [url for url in asked if url.endswith("lessons.json")]
    tab.page.get_by_role("link", name="Play", exact=True).click()
    expect(tab.page).to_have_url(re.compile("play/tic_tac_toe"))  # the game that was on
