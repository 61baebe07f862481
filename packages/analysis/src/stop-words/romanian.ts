/** Romanian function words, auxiliary verbs and question words. */
export const romanian = `
a abia acea aceasta această aceea aceeași acei aceia acel acela același acele acelea acest acesta aceste acestea
acestei acestor acestora acestui acești aceștia acolo acum ai aici aia al ale alt alta altă alte altele alți
altul am ar are așa asta astfel asupra atât atunci au avea avem aveți avut că căci când care căror către
căreia căruia cât câte câți ce cea cei cel cele celei celor celui ceva chiar ci cine cineva cu cum cumva da
dacă dar dat de deci decât deja deoarece deși despre din dintr dintre doar după ea ei el ele era erau este eu
face fără fi fie fiecare fiind fost foarte iar îi îl îmi în înainte încă încât între îți într
întrucât își la le li lor lui mai mea mei mele meu mi mult multe mulți mă ne nici nimic niște noi noastră
noastre nostru noștri nu o or ori orice oricum pe pentru până peste poate pot prea prin printr printre sa să săi
sale sau se sub sunt spre sunteți suntem și său ta tale tău te toate toată tot toți totuși tu un una
unde unei unele uneori unii unor unul unui va vă vei veți voastră voi vom vor voștri vostru vreo vreun
`
