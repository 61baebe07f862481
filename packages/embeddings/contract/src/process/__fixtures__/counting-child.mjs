// A child with two lanes that answers with the lengths of texts, using the built `serveModel`.
const { Refusal, serveModel } = await import(new URL('../../../dist/process.js', import.meta.url).href)

const lane = async (texts, query) => {
  if (texts.includes('throw')) throw new Refusal('the model broke')
  return texts.map((text) => (text === '' ? 'it is empty' : Float32Array.of(text.length, query?.length ?? 0)))
}

serveModel(async ({ fault, remedy }) => {
  if (fault !== undefined) throw new Refusal(fault, { remedy })
  return { name: 'lengths', dimensions: 2, batchBytes: 64, lanes: [lane, lane] }
}, 'Choose another')
