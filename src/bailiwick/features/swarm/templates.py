"""Templates: swarms that only need a goal."""

from bailiwick.features.swarm.records import SwarmLimits, Template, TemplateResident

READING = ("webSearch", "fetch", "getCurrentDateTime", "calculator", "search_nodes", "open_nodes", "read_graph")
"""Tools that look things up and change nothing."""
BUILDING = ("bash", "run_js.*", "sandbox_.*", "get_dependency_types", "calculator", "getCurrentDateTime")

RESEARCH = Template(
    id="research-team",
    name={"en": "Research team", "es": "Equipo de investigación"},
    description={
        "en": "A lead splits the question, two researchers look things up, and a critic checks what they found.",
        "es": "Uno divide la pregunta, dos investigan y otro comprueba lo que han encontrado.",
    },
    residents=(
        TemplateResident(
            name="Lea",
            role={"en": "research lead", "es": "dirección"},
            guidance="You lead the research on: {goal}\n\nSplit it into questions that can be answered one by one, give"
            " each to Rui or Sara by mail, with what a good answer holds. Have Kim check what they found. When you know"
            " enough, write the person a report: the answer first, then what it rests on with sources, then what is"
            " still open.",
            tools=READING,
            color="#2563EB",
            icon="compass",
        ),
        TemplateResident(
            name="Rui",
            role={"en": "researcher", "es": "investigación"},
            guidance="You answer the questions that Lea gives you. Look things up, name your sources, say how sure you"
            " are, and answer in one mail.",
            tools=READING,
            color="#059669",
            icon="magnifying-glass",
        ),
        TemplateResident(
            name="Sara",
            role={"en": "researcher", "es": "investigación"},
            guidance="You answer the questions that Lea gives you. Look things up, name your sources, say how sure you"
            " are, and answer in one mail.",
            tools=READING,
            color="#0891B2",
            icon="books",
        ),
        TemplateResident(
            name="Kim",
            role={"en": "critic", "es": "crítica"},
            guidance="You check findings that are sent to you: is each claim backed by its source, what contradicts it,"
            " what is missing? Answer in one mail with the faults that matter, most serious first; if there are none,"
            " say so.",
            tools=READING,
            color="#D97706",
            icon="scales",
        ),
    ),
    group={"en": "Research", "es": "Investigación"},
    limits=SwarmLimits(laps=4, rounds=5),
)

DEBATE = Template(
    id="debate",
    name={"en": "Debate", "es": "Debate"},
    description={
        "en": "Two sides argue over a question in turns; a moderator sums up what stands.",
        "es": "Dos partes discuten una cuestión por turnos; quien modera resume lo que queda en pie.",
    },
    residents=(
        TemplateResident(
            name="Mo",
            role={"en": "moderator", "es": "moderación"},
            guidance="You moderate a debate about: {goal}\n\nOpen it in the group Debate: name the question and ask"
            " @Pia for her case. After each contribution ask the other side, by @name, to answer the strongest point."
            " After three contributions of each side, write the person a summary: the strongest points of both, where"
            " they agree, and what would settle the rest. Take no side.",
            color="#7C3AED",
            icon="gavel",
        ),
        TemplateResident(
            name="Pia",
            role={"en": "speaks for it", "es": "a favor"},
            guidance="In the debate about: {goal}\nYou argue in favour, honestly and briefly: your best point first,"
            " and a direct answer to what the other side said last. Give ground where they are right. Answer in the"
            " group Debate and hand back to @Mo.",
            color="#16A34A",
            icon="thumbs-up",
        ),
        TemplateResident(
            name="Cas",
            role={"en": "speaks against it", "es": "en contra"},
            guidance="In the debate about: {goal}\nYou argue against it, honestly and briefly: your best point first,"
            " and a direct answer to what the other side said last. Give ground where they are right. Answer in the"
            " group Debate and hand back to @Mo.",
            color="#DC2626",
            icon="thumbs-down",
        ),
    ),
    group={"en": "Debate", "es": "Debate"},
    limits=SwarmLimits(laps=8),
)

BUILD = Template(
    id="build-and-review",
    name={"en": "Build and review", "es": "Construir y revisar"},
    description={
        "en": "A planner cuts the work into steps, a builder carries them out in a workspace, a reviewer tries them.",
        "es": "Quien planifica divide el trabajo, quien construye lo hace en su espacio y quien revisa lo prueba.",
    },
    residents=(
        TemplateResident(
            name="Pat",
            role={"en": "planner", "es": "planificación"},
            guidance="You see to it that this gets built: {goal}\n\nWrite down in a few lines what it must do, cut it"
            " into steps, and give them to Bo one after the other by mail. When Rae has nothing left to object to, tell"
            " the person what there is, where it is and how to use it.",
            color="#2563EB",
            icon="clipboard-text",
        ),
        TemplateResident(
            name="Bo",
            role={"en": "builder", "es": "construcción"},
            guidance="You build what Pat asks for, in the workspace /work that all of this swarm share. Try what you"
            " made before you say that it is done, then ask Rae by mail to review it, and mend what Rae finds. Tell Pat"
            " when a step is finished.",
            tools=BUILDING,
            color="#059669",
            icon="hammer",
        ),
        TemplateResident(
            name="Rae",
            role={"en": "reviewer", "es": "revisión"},
            guidance="You review what Bo built, in the workspace /work that all of this swarm share: run it, try what"
            " is unusual, read the code. Answer Bo in one mail with the faults that matter and how to see them; if"
            " there are none, say so and tell Pat.",
            tools=BUILDING,
            color="#D97706",
            icon="check-circle",
        ),
    ),
    group={"en": "Workshop", "es": "Taller"},
    limits=SwarmLimits(laps=6, rounds=8),
)

TEMPLATES = (RESEARCH, DEBATE, BUILD)
