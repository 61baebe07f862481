// A child of two lanes that answers with the lengths of a text, by the built `serveModel`.
const { Refusal, serveModel } = await import(new URL('../../../dist/process.js', import.meta.url).href)

const lane = async (text, query) => {
  if (text === '') throw new Refusal('it is empty')
  return Float32Array.of(text.length, query.length)
}

serveModel(async ({ fault, remedy }) => {
  if (fault !== undefined) throw new Refusal(fault, { remedy })
  return { name: 'lengths', dimensions: 2, lanes: [lane, lane] }
}, 'Choose another')
