/** French function words, auxiliary verbs, question words and the letters that elisions leave. */
export const french = `
à afin ai aie aient ainsi alors après as au aucun aucune aura aurait auront aussi autre autres aux avaient avais
avait avant avec avez avoir avons ayant c ça car ce ceci cela celle celles celui ces cet cette ceux chaque chez
combien comme comment d dans de depuis des donc dont du elle elles en encore entre es est et étaient étais était
étant été êtes étions être eu eux faire faut font fait fut furent hors il ils j je jusqu jusque l la là
laquelle le lequel les lesquelles lesquels leur leurs lors lorsque lui m ma mais me même mêmes mes moi moins mon n
ne ni non nos notre nous on ont ou où par parce pas peu peut peuvent pendant plus pour pourquoi pourrait puis
puisque qu quand que quel quelle quelles quels quelque quelques qui quoi s sa sans se selon sera serait seront ses
seulement si sinon soi soient sois soit sommes son sont sous suis sur t ta tandis tant te tes toi ton tous tout toute
toutes très trop tu un une vers via vos votre vous y
`
