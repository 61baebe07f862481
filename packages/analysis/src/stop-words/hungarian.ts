/** Hungarian function words, pronouns, auxiliary verbs and question words. */
export const hungarian = `
a abban abból ahhoz ahol ahogy aki akik akkor aként alá alatt által általában ám amely amelyek amelyekben
amelyeket amelyet amelynek ami amíg amikor amit annak arra arról attól az azért azok azokat azokban azon azonban
azt aztán azután azzal be bár bármely csak de e ebben ebből eddig egy egyes együtt ehhez ekkor el ellen elé
elég előtt ennek erre erről ettől és ez ezek ezeket ezen ezért ezt ezután ezzel fel felé fog föl fölött ha
hanem hiszen hogy hogyan hol honnan hova hozzá ide igen így illetve ill ilyen ilyenkor is itt jól kell kellett
keresztül ki kívül köré körül között közül le legalább legyen lehet lehetett lenne lenni lesz lett ma
már meg még mely melyek melyik mennyi mert mi mint míg mikor milyen minden mindig mit mivel mögött most mindenki
nagyon ne néha nekem neki nem nélkül nincs ő ők őket olyan össze ott pedig persze s saját se sem semmi soha
során sok számára szerint szét tehát tovább továbbá többi úgy után utána ugyanis vagy vagyis vagyok
valaki valamely valami valamint van vannak végül vele vissza viszont volna volt voltak
`
