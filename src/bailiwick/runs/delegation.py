"""Delegation: the supervisor's note, the routing of one execution, and the words for when no agent fits."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from bailiwick.agents.builtin import described
from bailiwick.kernel.events.facts import AgentDelegated
from bailiwick.models.contract import ListedAgent
from bailiwick.runs.files.records import KeptFile
from bailiwick.runs.message_reading import MessageReading
from bailiwick.runs.records import Execution
from bailiwick.runs.threads.records import Conversation
from bailiwick_router.core.agents import SUPERVISOR_ID, Agent
from bailiwick_router.core.decisions import Decision, RequestPart, RoutingContext, Stage
from bailiwick_router.core.language import Language

if TYPE_CHECKING:
    from bailiwick.agents.releases.choosing import Choosing
    from bailiwick_router.roster import Roster

BY_NAME = (Stage.EXPLICIT, Stage.ADDRESSED)
"""Stages by which a person gets the agent that they asked for by name."""
LISTED = 12
"""Agents named when no agent fits; a longer list does not help."""


def guidance(execution: Execution, conversation: Conversation, language: Language) -> str:
    """Return the supervisor's note to the agent that answers, from what is known without a model."""
    notes = [f"The person writes {'Spanish' if language == 'es' else 'English'}; answer in that language."]
    if execution.requested_agent and execution.requested_agent != SUPERVISOR_ID:
        notes.append("They chose you themselves.")
    if conversation.last_agent:
        notes.append("The conversation is under way; earlier turns may matter.")
    notes.append("Keep to what was asked, and say plainly what you could not do.")
    return " ".join(notes)


def route(
    choosing: "Choosing",
    execution: Execution,
    conversation: Conversation,
    reading: MessageReading,
    *,
    silence: int | None = None,
    model_available: bool = False,
) -> Decision:
    """Decide who works on an execution, by what its message was found to be.

    `silence` are the minutes of it by which the conversation in the thread had ended.
    With `model_available` the decision may come back open, with a shortlist.

    Raises `UnknownAgent` or `AgentUnavailable` for a bad choice.
    """
    requested = execution.requested_agent
    return choosing.decide(
        execution.requests[-1],
        RoutingContext(
            requested_agent=None if requested == SUPERVISOR_ID else requested,
            last_agent=conversation.last_agent,
            silence=silence,
            continues=reading.continues,
            recalls=reading.recalls,
            for_team=reading.for_team,
            asked_for_last=reading.asked_for_last,
            read_as=reading.read_as,
            mode=execution.mode,
            model_available=model_available,
        ),
        key=conversation.id,
    )


def worker_of(decision: Decision) -> str | None:
    """Return the agent that answers: the chosen one, None if no agent fits.

    The supervisor answers small talk, and joins the answers to the parts of a message that was split.
    """
    if decision.parts or (decision.agent is None and decision.stage is Stage.SMALL_TALK):
        return SUPERVISOR_ID
    return decision.agent


def delegations(decision: Decision, worker: str | None, roster: "Roster") -> list[AgentDelegated]:
    """Return the facts that tell who works on it: one, or one for each part of a message that was split."""
    now = datetime.now(UTC)

    def fact(to: str | None, choice: Decision | RequestPart, query: str) -> AgentDelegated:
        agent = roster.get(to) if to else None
        return AgentDelegated(
            from_agent=SUPERVISOR_ID,
            to=to or "finalize",
            reason=choice.reason,
            query=query,
            timestamp=now,
            stage=choice.stage,
            confidence=choice.confidence,
            microseconds=decision.microseconds,
            model_calls=decision.model_calls,
            decision_id=decision.id or "",
            announcement=agent.announcement if agent else "",
            why=choice.why,
        )

    if decision.parts:
        return [fact(part.agent, part, part.text) for part in decision.parts]
    return [fact(worker, decision, decision.message)]


def listed(roster: Iterable[Agent], language: Language) -> Sequence[ListedAgent]:
    """Return the agents that the supervisor may tell a person about, so that it can say who does what."""
    agents = [agent for agent in roster if agent.routable]
    return [ListedAgent(name=agent.name, description=purpose(agent, language)) for agent in agents[:LISTED]]


def purpose(agent: Agent, language: Language) -> str:
    """Return what an agent is for, in a sentence."""
    return described(agent, language) or agent.objective


def nobody_fits(roster: Iterable[Agent], language: Language) -> str:
    """Return the answer, without a model, for a message that is in no agent's field: what the roster can do."""
    agents = [agent for agent in roster if agent.routable]
    lines = [f"- **{agent.name}**: {purpose(agent, language)}" for agent in agents[:LISTED]]
    rest = len(agents) - len(lines)
    if language == "es":
        head = (
            "No sé qué hacer con esto: no es algo que sepa hacer ninguno de nosotros, y para hablar de todo lo demás"
            " hace falta un modelo de lenguaje, que aquí no está configurado. Esto es lo que podemos hacer:"
        )
        more, foot = f"- y {rest} más", "Dilo con otras palabras o elige un agente."
    else:
        head = (
            "I do not know what to do with this: it is nothing that any of us does, and to talk about everything else"
            " takes a language model, which is not configured here. This is what we can do:"
        )
        more, foot = f"- and {rest} more", "Put it in other words, or choose an agent."
    return "\n".join([head, "", *lines, *([more] if rest else []), "", foot])


def files_kept(files: Sequence[KeptFile], language: Language) -> str:
    """Return the answer, without a model, to files that were sent without a word: what can be done with them."""
    names = ", ".join(f"**{each.filename}**" for each in files)
    documents = any(not each.picture for each in files)
    if language == "es":
        if not files:
            return "El archivo se ha borrado. Envíalo otra vez o escribe qué quieres."
        said = [
            f"He guardado {names} en esta conversación. Sin un modelo de lenguaje no puedo decir qué contiene, y aquí"
            " no hay ninguno configurado: se añade en Ajustes, Modelos."
        ]
        if documents:
            said.append("Si lo pones en tus documentos, con el botón del archivo, su texto se puede buscar sin modelo.")
        return " ".join([*said, "También puedes escribir qué quieres que haga."])
    if not files:
        return "The file was deleted. Send it again, or write what you want."
    said = [
        f"I kept {names} in this conversation. Without a language model I cannot say what is in it, and none is set up"
        " here: you can add one in Settings, Models."
    ]
    if documents:
        said.append(
            "If you put it into your documents, with the button at the file, its text can be searched without one."
        )
    return " ".join([*said, "You can also write what you want done."])


def no_answer(language: Language) -> str:
    """Return what a person reads when an agent ended without a word."""
    if language == "es":
        return "El agente no dio ninguna respuesta. Vuelve a intentarlo o elige otro agente."
    return "The agent gave no answer. Try again, or choose another agent."
