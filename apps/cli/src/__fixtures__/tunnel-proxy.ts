import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { onTestFinished } from 'vitest'

/** A proxy on this machine that connects every tunnel to one port, or refuses them with a status. `hosts`: the requested hosts. */
export async function startProxy({ port, status = 200 }: { readonly port: string; readonly status?: number }) {
  const hosts: string[] = []
  const sockets = new Set<Duplex>()
  const server = createServer()
  server.on('connect', ({ url = '' }, socket: Duplex) => {
    hosts.push(url)
    sockets.add(socket)
    socket.on('error', () => {})
    if (status !== 200) return void socket.end(`HTTP/1.1 ${status} No\r\n\r\n`)
    const target = connect(Number(port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n')
      target.pipe(socket).pipe(target)
    })
    target.on('error', () => socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { url: `http://user:hidden@127.0.0.1:${(server.address() as AddressInfo).port}`, hosts }
}
