/** Finnish function words, pronouns in their cases, auxiliary verbs and question words. */
export const finnish = `
ei eikä eivät eli ellei emme en enemmän ennen että et ette haluan he heidän heille heitä heti hän häneen
hänelle hänellä hänen häntä ilman itse ja jo joiden joihin joissa joista joita joka jokainen jokin joko jolla
jolle jolloin jonka jos jossa josta joskus jota jotka jotta kaikki kaikkia kaikkien kanssa kautta keiden ken kenelle
kenen kenet ketä ketkä koko koska kuin kuinka kuitenkin kuka kukaan kun kuten me meidän meille meillä meitä
mihin mikä mikään miksi mikäli millä mille milloin millainen minua minulla minulle minun minut minä missä
mistä mitä mitkä mitään molemmat monta mukaan mutta muu muut muun myös myöskään mukana ne näiden näihin
näin näissä näistä näitä nämä niiden niille niin niistä niitä no noin nuo nyt näillä ole olemme olen
olet olette oli olin olisi olisivat olit olivat olla olleet ollut on onko oman ovat paitsi pitäisi pitää poikki se
sekä sellainen sen siellä sieltä siihen siinä siis siitä silloin sille sillä silti sinne sinua sinulla sinulle
sinun sinut sinä sitä sitten te teidän teille teillä teitä tai tällä tällainen tälle tämä tämän tänne
tässä tästä tätä täällä tähän tuo tuon tuolla tuossa tuota vaan vai vaikka vain voi voidaan voivat
välillä yli yhä
`
