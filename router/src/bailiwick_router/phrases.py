"""The fixed English and Spanish phrases that the shortcut stages know, as normalised words."""

from collections.abc import Sequence

Phrases = dict[str, tuple[tuple[str, ...], ...]]
"""Phrases by their first word, longest first."""


def phrases_of(text: str) -> Phrases:
    """Return the phrases of a list with commas."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for phrase in text.split(","):
        words = tuple(phrase.split())
        found.setdefault(words[0], []).append(words)
    return {first: tuple(sorted(each, key=len, reverse=True)) for first, each in found.items()}


CONTINUERS = frozenset({"and", "y"})
"""Words that make a short message a follow-up when it begins with them."""

OPENERS = frozenset("and but so ok okay then y e pero pues entonces bueno vale oye".split())
"""Words before a follow-up phrase that change nothing."""

FOLLOW_UPS_AT_START = phrases_of(
    "what about,how about,what else,why is that,why not,why so,how come,also,too,and also,in addition,same for,"
    "the same for,and for,and the,and what,and how,and when,and where,and who,and why,and if,and is,and are,and in,"
    "and on,and at,and tomorrow,and today,and tonight,and yesterday,and next,and now,and then,and after,and before,"
    "and this,and you,and with,tomorrow too,again,once more,one more,another one,go on,continue,keep going,"
    "more details,more about,more please,explain more,explain that,explain further,tell me more,can you explain,"
    "are you sure,for example,like what,which one,which ones,"
    "y que,y para,y el,y la,y los,y las,y si,y en,y a,y hoy,y manana,y ayer,y ahora,y luego,y despues,y antes,y como,"
    "y cuando,y donde,y por,y con,y de,y esta,y este,y eso,y ese,y esa,y tu,y cual,y cuanto,y cuanta,y cuantos,y mi,"
    "y sobre,que tal,que hay de,que mas,que pasa con,tambien,ademas,otra vez,de nuevo,una vez mas,otro mas,otra mas,"
    "sigue,continua,mas detalles,mas sobre,mas informacion,explica mas,explicame mas,explicalo,lo mismo para,"
    "lo mismo con,igual para,por que no,estas seguro,estas segura,por ejemplo,como cual,como cuales,cuentame mas,"
    "dime mas"
)
"""Phrases that continue a conversation when a message begins with them."""

FOLLOW_UPS_ANYWHERE = phrases_of(
    "tell me more,say more,more about that,more about it,what about,how about,cuentame mas,dime mas,mas sobre eso,"
    "mas sobre esto,hablame mas,que hay de,y que tal"
)
"""Phrases that continue a conversation wherever they stand."""

REPLIES = phrases_of(
    "yes,yes please,yes sure,yes go ahead,yes do it,yes delete it,yes that one,yeah,yep,yup,sure,exactly,correct,"
    "go ahead,do it,that one,no,no thanks,nope,not that one,"
    "si,si por favor,si claro,si adelante,si hazlo,si borrala,si borralo,si eliminala,si eliminalo,si esa,si ese,claro,"
    "exacto,correcto,adelante,hazlo,esa,ese,no gracias,esa no,ese no,"
    "undo,undo that,undo it,undo the deletion,put it back,bring it back,restore it,"
    "deshazlo,deshaz eso,deshacer,deshaz el borrado,recuperala,recuperalo"
)
"""Messages that answer a question, or undo what was done: they go to the agent that answered last."""

PRONOUNS = frozenset(
    "it its they them theirs that this those these he him she"
    " eso esa ese esos esas esto estos estas ello ella ellos ellas lo le les aquello aquel aquella".split()
)
"""Words that stand for what was spoken of before; articles and verbs that look the same are left out."""

SMALL_TALK = phrases_of(
    "hello,hi,hey,hiya,howdy,yo,greetings,good morning,good afternoon,good evening,good day,good night,morning,evening,"
    "how are you,how are you doing,how is it going,how s it going,hows it going,what s up,whats up,sup,"
    "nice to meet you,"
    "thanks,thank you,thank you very much,thank you so much,thanks a lot,thanks so much,thanks a million,many thanks,"
    "thanks for your help,thank you for your help,thanks for the help,thank you for the help,thanks for everything,"
    "thank you for everything,thanks again,thank you again,thx,ty,tysm,cheers,much appreciated,i appreciate it,"
    "appreciate it,great,perfect,awesome,wonderful,excellent,amazing,nice,cool,good,well done,good job,great job,"
    "good work,great work,nice work,bye,goodbye,bye bye,see you,see you later,see you soon,see you tomorrow,take care,"
    "have a nice day,have a good day,have a great day,ok,okay,got it,welcome,you re welcome,no problem,"
    "ok thanks,quick one,quick question,a quick question,one more thing,one question,that ll be all,thatll be all,"
    "that will be all,that ll be all for today,that s all for today,thats all for today,that s it,thats it,"
    "that s all,thats all,that is all,that s great,that is great,that s perfect,that helps,that was helpful,"
    "hola,holi,buenas,buenos dias,buen dia,buenas tardes,buenas noches,saludos,que tal,que tal estas,que tal todo,"
    "como estas,como esta,como va,como va todo,como andas,como te va,que hay,que onda,encantado,encantada,mucho gusto,"
    "gracias,muchas gracias,muchisimas gracias,mil gracias,mil gracias por todo,muchas gracias por todo,"
    "gracias por todo,gracias por tu ayuda,gracias por la ayuda,muchas gracias por tu ayuda,"
    "muchas gracias por la ayuda,"
    "te lo agradezco,se agradece,muy amable,que amable,de nada,genial,perfecto,estupendo,fantastico,excelente,"
    "maravilloso,vale,de acuerdo,muy bien,buen trabajo,bien hecho,adios,chao,chau,hasta luego,hasta pronto,"
    "hasta manana,"
    "hasta la vista,nos vemos,cuidate,que tengas un buen dia,buen finde,buen fin de semana,eso es todo,nada mas,"
    "eso es todo por hoy,"
    "es todo,es todo por hoy,nada mas por hoy,eso seria todo,wenas,una pregunta,una pregunta rapida,una cosa,una duda"
)
"""Greetings, thanks and farewells; a message made of nothing else is small talk."""

ABOUT_TEAM = phrases_of(
    "help,help me,i need help,can you help me,what can you do,what can you do for me,what do you do,"
    "what can i ask,what can i ask you,what can i do here,how does this work,what can this team do,"
    "what can this team do for me,what can the team do,what can you all do,who are you,what are you,who is here,"
    "who s here,who is there,who is on this team,who s on this team,who is on the team,who is in the team,"
    "what agents are there,which agents are there,what agents do you have,which agents do you have,"
    "list the agents,show me the agents,which tools do you have,what tools do you have,what model are you using,"
    "which model are you using,what model do you use,which model do you use,which model is this,"
    "i don t understand,i do not understand,i am lost,ayuda,ayudame,necesito ayuda,me puedes ayudar,"
    "puedes ayudarme,que puedes hacer,que puedes hacer por mi,que sabes hacer,que haces,que puedo preguntar,"
    "que puedo preguntarte,que puedo hacer aqui,como funciona esto,que puede hacer este equipo,"
    "que puede hacer este equipo por mi,que puede hacer el equipo,que podeis hacer,que podeis hacer por mi,"
    "quien eres,que eres,quienes sois,quien esta aqui,quien hay aqui,quien hay en este equipo,"
    "quienes estan en este equipo,que agentes hay,que agentes teneis,que agentes tienes,que herramientas tienes,"
    "que modelo usas,que modelo estas usando,no entiendo,no lo entiendo,estoy perdido,estoy perdida"
)
"""Questions for the team itself, which the supervisor answers from the roster."""

FILLERS = frozenset(
    "there everyone all team folks friend mate man buddy pal guys again so very much and well oh"
    " y a todos amigo amiga equipo tio tia chicos colega".split()
)
"""Words that may stand between them."""


def phrase_at(words: Sequence[str], start: int, phrases: Phrases) -> int:
    """Return the length of the longest of `phrases` that stands at `start`; 0 for none."""
    for phrase in phrases.get(words[start], ()):
        if tuple(words[start : start + len(phrase)]) == phrase:
            return len(phrase)
    return 0


def is_small_talk(words: Sequence[str], names: frozenset[str]) -> bool:
    """Whether the words are small talk from first to last; `names` are those of whom it may address."""
    at = found = 0
    while at < len(words):
        length = phrase_at(words, at, SMALL_TALK)
        if not length and (squeezed := squeeze(words[at])) != words[at]:
            length = phrase_at([squeezed], 0, SMALL_TALK)
        if not length and words[at] not in FILLERS and words[at] not in names:
            return False
        found += bool(length)
        at += length or 1
    return found > 0


def is_about_team(words: Sequence[str]) -> bool:
    """Whether the words are a question for the team itself and nothing more, politeness aside."""
    if not words or words[0] not in ABOUT_TEAM:
        return False
    while words[-1] in ("please", "porfa"):
        words = words[:-1]
    return phrase_at(words, 0, ABOUT_TEAM) == len(words)


def squeeze(word: str) -> str:
    """Return the word with a drawn-out ending cut to one letter: `holaaa` → `hola`."""
    if len(word) > 2 and word[-1] == word[-2] == word[-3]:
        return word.rstrip(word[-1]) + word[-1]
    return word
