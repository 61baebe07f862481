/** Italian function words, auxiliary verbs, question words and the letters that elisions leave. */
export const italian = `
a abbia abbiamo abbiano ad agli ai al alcun alcune alcuni all alla alle allo allora altra altre altri altro anche
ancora anzi avere aveva avevano avete avrà avrebbe avuto c che chi ci ciò cioè co coi col come con contro cosa
così cui d da dagli dai dal dall dalla dalle dallo degli dei del dell della delle dello deve devono di dopo dov dove
due dunque durante e è ed egli ella era erano essa esse essere essi esso fa fra fu furono già gli ha hai hanno ho i
il in invece io l la là le lei li lì lo loro lui ma me mentre mi mia mie miei mio molta molte molti molto ne né
negli nei nel nell nella nelle nello nessun nessuna nessuno noi non nostra nostre nostri nostro o od ogni ognuno
oltre oppure per perché però più poi poiché possono prima proprio può pur qual quale quali quando quanta quante
quanti quanto quell quella quelle quelli quello quest questa queste questi questo qui quindi s sarà saranno sarebbe
se sé sei senza si sia siamo siano siete solo sono sopra sotto sta stata state stati stato stessa stesse stessi
stesso su sua sue sugli sui sul sull sulla sulle sullo suo suoi tali tale tra tu tua tue tuo tuoi tutta tutte tutti
tutto un una uno v vi voi vostra vostre vostri vostro
`
