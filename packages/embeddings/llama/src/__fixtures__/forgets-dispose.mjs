// Embeds once with the test child, prints the id of the child's process, and forgets to dispose of the model.
const [index, modelPath, child] = process.argv.slice(2)
const { createLlamaEmbeddings } = await import(index)
const model = await createLlamaEmbeddings({ modelPath, child: new URL(child) })
const [[pid]] = await model.embed({ texts: ['x'], role: 'query' })
process.stdout.write(String(pid))
