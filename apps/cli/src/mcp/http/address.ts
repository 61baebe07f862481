/** The only host that is listened at: nothing comes in from other machines. */
export const loopback = '127.0.0.1'

/** Where the protocol is spoken. */
export const endpoint = '/mcp'

/** Where clients find a server. */
export function addressOf(port: number): string {
  return `http://${loopback}:${port}${endpoint}`
}
