/** Swedish function words, auxiliary verbs and question words. */
export const swedish = `
aldrig alla allt alltid än ännu andra är åt att av bara blev bli blir blivit både båda de dem den denna deras
dess dessa det detta dig din dina ditt du då där därför efter eftersom ej eller en enligt er era ert ett få får
fick finns för före från genom han hans har hade hela henne hennes hon honom hos hur här i icke inför ingen
inget inga innan inom inte ja jag kan kunde kunna man med medan mellan men mera mest mig min mina mitt mot mycket
måste möjligt ned nej ni nog nu när någon något några nån och också om oss på per redan samma samt sedan ser
sig sin sina sitta sitt själv ska skall skulle som så sådan sådana sådant till trots under upp ut utan vad var
vara varandra vare varför varit varje vars vart vem vems vi vid vilka vilken vilket vill vår våra vårt över
`
