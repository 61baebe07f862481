// Embeds once, prints the first number of the vector (the process id of a test child), and forgets to dispose. May embed another text afterwards.
const [index, modelPath, child, text] = process.argv.slice(2)
const { createLlamaEmbeddings } = await import(index)
const model = await createLlamaEmbeddings({ modelPath, promptStyle: 'plain', child: new URL(child) })
const [vector] = await model.embed({ texts: ['who are you'], role: 'query' })
process.stdout.write(String(vector[0]))
if (text !== undefined) await model.embed({ texts: [text], role: 'query' })
