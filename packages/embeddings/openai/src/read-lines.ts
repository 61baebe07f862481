/** The lines of a body in UTF-8, without their ends and without blank ones; a result file can be larger than a string. */
export async function* readLines(body: AsyncIterable<Uint8Array> | null): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of body ?? []) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines.filter((line) => line.trim() !== '')
  }
  rest += decoder.decode()
  if (rest.trim() !== '') yield rest
}
