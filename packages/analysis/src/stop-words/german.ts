/** German function words, auxiliary verbs and question words. */
export const german = `
aber alle allem allen aller alles als also am an ander andere anderem anderen anderer anderes auch auf aus bei beim
bin bis bist da dabei dadurch dafür daher damit danach dann daran darauf daraus darin darüber darum das dass daß
davon dazu dein deine deinem deinen deiner deines dem den denen denn der deren derer des deshalb dessen dich die dies
diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen einer eines einige einigen einiger
einmal er es etwa etwas euch euer eure eurem euren eurer für gegen gewesen hab habe haben habt hat hatte hatten hier
hin hinter ich ihm ihn ihnen ihr ihre ihrem ihren ihrer ihres im in indem ins ist ja jede jedem jeden jeder jedes
jedoch jene jenem jenen jener jenes jetzt kann kannst kein keine keinem keinen keiner keines können könnt könnte
könnten man manche manchem manchen mancher manches mein meine meinem meinen meiner meines mich mir mit muss müssen
musste mussten muß nach nachdem nein nicht nichts noch nun nur ob obwohl oder ohne sehr seid sein seine seinem
seinen seiner seines seit selbst sich sie sind so sobald solche solchem solchen solcher solches soll sollen sollte
sollten sondern sonst sowie über um und uns unser unsere unserem unseren unserer unseres unter vom von vor wann war
waren warst warum was weder wegen weil welche welchem welchen welcher welches wem wen wenn wer werde werden wessen
weshalb wie wieso wieder wieviel will wir wird wirst wo wobei wodurch wofür woher wohin wollen wollte wollten womit
worauf worden worin worum wovon wurde wurden würde würden während zu zum zur zwar zwischen
`
