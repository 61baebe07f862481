/** Dutch function words, auxiliary verbs and question words. */
export const dutch = `
aan achter al alle alleen alles als altijd ander andere anders ben bent bij binnen daar daarmee daarna daarom dan dat
de der deze die dit doch doen door dus een één echter eens elk elke en enige er erg ervan ge geen geweest had
hadden heb hebben hebt heeft hem hen het hier hij hoe hoeveel hun iemand iets ik in indien is ja je jij jou jouw
jullie kan kon konden kun kunnen maar me meer men met mij mijn moest moet moeten na naar nadat nee niet niets nog nu
of om omdat onder ons onze ook op over reeds sinds te tegen ten ter terwijl toch toen tot tussen u uit uw vaak van
vanaf veel via volgens voor voordat waar waarbij waarin waarmee waarom waarop wanneer want waren was wat we weer
wegens welk welke werd werden wie wiens wij wil word worden wordt zal ze zeer zelf zich zichzelf zij zijn zo zoals
zodat zonder zou zouden zullen
`
