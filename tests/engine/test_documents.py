"""What docs say becomes of an expression, by the engine itself."""

from __future__ import annotations

from lxml import etree

from tests.documents import blocks, chapter

from .harness import Engine


def test_from_template_to_engine(engine: Engine) -> None:
    shown = [each.text.strip() for each in blocks(chapter("From template to engine"))]
    rendered, setter, pointer = shown[2:5]
    values = []
    for line in (setter, pointer):
        changer = str(etree.fromstring(line.encode()).get("propChanger"))
        kind, value = engine.decode_sequence(changer, ",")
        assert kind == "P"
        values.append(value)
    assert values[0] == f"{{{rendered}}}"
    for margin, phase, step in ((5, "success", "20"), (6, "failed", "21")):
        engine.set_props(CoP_Margin=margin)
        assert engine.evaluate(*values) == [phase, step]
        assert f"`{phase}`" in chapter("From template to engine")
    assert "`CoP_MarginStep` to 20" in chapter("From template to engine")


def test_what_the_press_sets(engine: Engine) -> None:
    """A difference of 5 in Step 3, the dice of the first and the third: 30-1 and 20+4."""
    engine.set_props(CoP_VP_Austria=30, CoP_VP_Britain=22, CoP_VP_France=20, CoP_VP_Russia=18)
    engine.set_props(CoP_IssueWinner="Britain")
    engine.press("CoP_Call")
    engine.force_dice(1, 4)
    engine.press("CoP_Winds")
    wanted = {"CoP_Margin": "5", "CoP_Phase": "success", "CoP_MarginStep": "20"}
    assert engine.props(*wanted) == wanted
    assert engine.problems() == []
