import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { playServices, preferring } from '@recallite/test-kit'

/** Starts one server on loopback that answers as OpenAI, Gemini, Ollama and a reranker do, in their documented formats. */
export async function startServices() {
  const [services, reranker] = [playServices(), preferring('drawer')]
  const server = createServer(async (incoming, response) => {
    const { method = '', url: path = '', headers } = incoming
    const answer = path.endsWith('/rerank') ? reranker : services
    await answer({ method, path, headers, body: await text(incoming) }, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return { url: `http://127.0.0.1:${port}`, stop: () => void server.close() }
}
