/** A parsed address of a server. */
export type ServerAddress = NonNullable<ReturnType<typeof parseServerAddress>>

/**
 * Parses the address of a server on one or more hosts, such as `postgres://user@host1,host2:5433/database`, which `URL` rejects.
 * @returns the hosts of the parameter `host`, or else of the address, and the URL with only the first; undefined if it is invalid
 */
export function parseServerAddress(address: string) {
  const [, start, authority = '', end] = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/su.exec(address) ?? []
  try {
    const urls = authority.split(',').map((host) => new URL(`${start}${host}${end}`))
    const [url = new URL(address)] = urls
    const listed = (name: string) => url.searchParams.get(name)?.split(',')
    const named = urls.map(({ hostname }) => decodeURIComponent(hostname).replace(/^\[(.*)\]$/u, '$1'))
    const ports = listed('port') ?? urls.map(({ port }) => port)
    const hosts = (listed('host') ?? named).map((host, index) => {
      const port = ports[index] ?? ports[0] ?? ''
      return { host, port, text: `${host.replace(/.*:.*/u, '[$&]')}${port && `:${port}`}` }
    })
    const isValid = ports.every((port) => /^\d*$/u.test(port) && Number(port) < 65_536)
    return isValid && (hosts.length === 1 || hosts.every(({ host }) => host !== ''))
      ? { url, hosts }
      : undefined
  } catch {
    // The error contains the password.
    return undefined
  }
}
