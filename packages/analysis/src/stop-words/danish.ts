/** Danish function words, auxiliary verbs and question words. */
export const danish = `
ad af aldrig alle alt altid anden andet andre at bare begge blandt blev blevet bliver blive både da de dem den denne
der deres derfor derved det dette dig din dine disse dit dog du efter egen eller en end endnu er et få får fik
fleste flere for fordi forud fra før først gennem gør gøre ham han hans har havde have hele hende hendes her hos
hun hvad hvem hver hvilke hvilken hvilket hvis hvor hvordan hvorfor hvornår i igen igennem ikke imellem imens imod
ind ingen intet ja jeg jer jeres jo kan kun kunne lige man mange med meget mellem men mens mere mest mig min mindre
mine mit mod må måske ned nej noget nogen nogle nok nu når og også om omkring op os over på samme sammen samt
selv sig sin sine sit skal skulle som så sådan således tidligere til ud uden under var ved vi via vil ville vor
vore være været
`
