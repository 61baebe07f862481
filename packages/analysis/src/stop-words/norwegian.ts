/** Norwegian function words, auxiliary verbs and question words, Bokmål and Nynorsk. */
export const norwegian = `
aldri alle alltid alt altså andre annen annet at av bare begge ble blei bli blir blitt blant både båe da de dei
deg dem den denne der dere deres derfor dersom det dette di din disse ditt dykk du då eg ein eit ei eller en enda
enn er et etter få får fikk finnes flere for fordi fra før først gjennom gjør gjøre ha hadde han hans har henne
hennes her hjå ho hos hun hva hvem hver hvilke hvilken hvilket hvis hvor hvordan hvorfor i igjen ikke ikkje ingen
inn inni ja jeg kan korleis kun kunne kva kvar kven kvifor lik man mange med meg meget mellom men mens mer mest mi
min mine mitt mot mye mykje må måtte nei noe noen noko nokon nokre nok når nå og også om omkring opp oss over
på samme sammen seg selv si sia siden sin sine sitt skal skulle slik som så til um under ut uten vart vår våre
var ved vere vert vi via vil ville være vært
`
