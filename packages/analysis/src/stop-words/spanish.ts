/** Spanish function words, auxiliary verbs and question words. */
export const spanish = `
a además al algo alguien algún alguna algunas alguno algunos ambos ante antes aquel aquella aquellas aquello
aquellos aquí así aun aún aunque bajo bien cada casi como cómo con conmigo contra cual cuál cuales cuáles
cualquier cuando cuándo cuanta cuánta cuantas cuánto cuantos cuántos cuya cuyo de debe deben del desde después
donde dónde dos durante e el él ella ellas ello ellos en entonces entre era eran eras eres es esa esas ese eso esos
esta está estaba estaban estamos están estar estas este esto estos estoy fue fuera fueron fui ha había habían
habrá han hasta hay haya he hemos hizo la las le les lo los más me mediante menos mi mía mientras mío mis misma
mismas mismo mismos mucha muchas mucho muchos muy nada nadie ni ningún ninguna ninguno no nos nosotros nuestra
nuestras nuestro nuestros o os otra otras otro otros para pero poco por porque pude pudo puede pueden pues que qué
quien quién quienes quiénes se sea sean según ser será serán sería si sí sido siempre sin sino sobre sois
somos son soy su sus suya suyo también tampoco tan tanto te tendrá tenemos tener tenía ti tiene tienen toda todas
todavía todo todos tras tu tú tus u un una unas uno unos usted ustedes va vosotros vuestra vuestro y ya yo
`
