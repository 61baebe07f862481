import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'

/** Which requests of a client have not been answered yet. An answer that has not left the process is none. */
export interface RequestsUnderWay {
  /** Resolves when there are fewer than so many. */
  fewerThan(count: number): Promise<void>
}

/** Watches a transport that a server is going to be connected to. */
export function watchRequests(transport: Transport): RequestsUnderWay {
  const open = new Set<unknown>()
  let waiting: { readonly count: number; readonly resolve: () => void }[] = []
  const close = (id: unknown) => {
    open.delete(id)
    for (const { count, resolve } of waiting) if (open.size < count) resolve()
    waiting = waiting.filter(({ count }) => open.size >= count)
  }
  const send = transport.send.bind(transport)
  const onmessage: Transport['onmessage'] = (message) => {
    if (!('method' in message)) return
    if ('id' in message) open.add(message.id)
    // A request that is taken back gets no answer.
    else if (message.method === 'notifications/cancelled') close(message.params?.['requestId'])
  }
  const sendAndClose: Transport['send'] = async (message, options) => {
    await send(message, options)
    if (!('method' in message)) close(message.id)
  }
  Object.assign(transport, { onmessage, send: sendAndClose })
  return {
    fewerThan: (count) =>
      open.size < count ? Promise.resolve() : new Promise((resolve) => waiting.push({ count, resolve })),
  }
}
