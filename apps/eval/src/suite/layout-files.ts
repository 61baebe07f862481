/** Tells our layout: what its folder is called and what it is about. */
export const ourMarkerFile = 'suite.yaml'

/** Tells the layout of BEIR: its documents, one on each line. */
export const beirMarkerFile = 'corpus.jsonl'

/** The queries of either layout, one on each line. */
export const queriesFile = 'queries.jsonl'

/** Where the documents are in our layout, unless the suite says otherwise. */
export const corpusFolder = 'corpus'
