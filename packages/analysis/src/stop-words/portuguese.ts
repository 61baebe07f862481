/** Portuguese function words, auxiliary verbs and question words. */
export const portuguese = `
a à agora ainda além algo alguém algum alguma algumas alguns ambos ante antes ao aos apenas após aquela aquelas
aquele aqueles aquilo as às assim até cada com como contra contudo cuja cujo da daquela daquele das de dela delas
dele deles depois desde dessa dessas desse desses desta destas deste destes deve devem disso disto do dos durante e
é ela elas ele eles em embora enquanto entre era eram essa essas esse esses esta está estamos estão estar estas
estava estavam este esteja estes eu foi foram for fosse há haver havia isso isto já la lhe lhes lo logo mais mas me
menos mesma mesmas mesmo mesmos meu meus mim minha minhas muita muitas muito muitos na nada não nas nela nele nem
nenhum nenhuma nessa nesse nesta neste no nos nós nossa nossas nosso nossos num numa nunca o onde ou outra outras
outro outros para pela pelas pelo pelos per perante pode podem pois por porém porque porquê portanto pouco qual
quais qualquer quando quanta quantas quanto quantos que quê quem são se seja sejam sem sempre sendo ser será
serão seria seu seus si sido só sob sobre sou sua suas também tampouco tal tanto te tem têm temos tenha ter teu
teus tinha tinham toda todas todavia todo todos tu tua tuas tudo um uma umas uns vai você vocês vos
`
