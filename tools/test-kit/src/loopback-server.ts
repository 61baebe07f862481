import { onTestFinished } from 'vitest'
import { serve, type Answer, type LoopbackServer, type TlsIdentity } from './serve.js'

export type { TlsIdentity }

/** Starts a server that is stopped when the test ends. An error of `answer` fails the test run. */
export async function startServer(answer: Answer, tls?: TlsIdentity): Promise<LoopbackServer> {
  const server = await serve(answer, tls)
  onTestFinished(server.stop)
  return server
}
