"""Stop words: English and Spanish words that never score, normalised and at least three letters long."""

STOP_WORDS = frozenset(
    # English
    "about above after again against all also always among and another any anybody anyone anything are aren around"
    " because been before being below between both but can cannot cause could couldn did didn does doesn doing don"
    " done down during each either else enough etc even ever every everyone everything few for from further get gets"
    " getting give given gives goes going gone got had hadn has hasn have haven having her here hers herself him"
    " himself his how however into isn its itself just kindly know let lets like make makes making many may maybe"
    " might more most much must mustn myself need needs neither never nobody none nor not nothing now off often once"
    " one only onto other others our ours ourselves out over own perhaps please put quite rather really same shall"
    " shan she should shouldn since some somebody someone something still such take takes tell than that the their"
    " theirs them themselves then there these they thing things this those though through thus too under until upon"
    " use used using very via want wanted wants was wasn way well were weren what whatever when where whether which"
    " while who whom whose why will with within without won would wouldn yes yet you your yours yourself yourselves"
    # Spanish
    " algo alguien algun alguna algunas alguno algunos ahi ahora alla alli ante antes aquel aquella aquellas aquello"
    " aquellos aqui asi aun aunque bajo bien cada casi como con conmigo contigo contra cual cuales cualquier cuando"
    " cuanta cuantas cuanto cuantos cuya cuyo dame das debe deben debo del demas dentro desde despues dice dime donde"
    " durante ella ellas ellos embargo entonces entre eran eras eres esa esas ese eso esos esta estaba estaban"
    " estamos estan estar estas este esto estos estoy favor fue fuera fueron fui gran haber habia habian hace"
    " hacen hacer hacia haga hago han haria hasta hay haya haz hazme hecho hemos hoy incluso les los luego mas mediante"
    " menos mia mias mientras mio mios mis misma mismas mismo mismos mucha muchas mucho muchos muy nada nadie"
    " necesita necesitamos necesito ningun ninguna ninguno nos nosotras nosotros nuestra nuestras nuestro nuestros"
    " nunca otra otras otro otros para pero poco podemos poder podria podrias porque por pueda puede pueden puedes"
    " puedo pues que querer queria quien quienes quiere quieren quieres quiero quisiera sean segun ser seria"
    " sido siempre sino sobre sois sola solamente solo somos son soy sus suya suyas suyo suyos tal tambien tampoco tan"
    " tanta tantas tanto tantos tener tenemos tengo tiene tienen tienes toda todas todavia todo todos tras tus tuya"
    " tuyas tuyo tuyos una unas uno unos usted ustedes vamos vaya veces ver vez vosotras vosotros voy vuestra"
    " vuestro".split()
)
