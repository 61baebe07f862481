import { describe, expect, it } from 'vitest'
import { proxyObstacle } from './environment.js'

describe('proxyObstacle', () => {
  const proxy = 'http://proxy.example.org:8080'

  it.each([{}, { HTTPS_PROXY: '' }, { NO_PROXY: '*' }])('is undefined without a proxy: %j', (variables) => {
    expect(proxyObstacle(variables, false)).toBeUndefined()
  })

  it.each([proxy, 'https://proxy.example.org', 'user:hidden@proxy.example.org:8080', '10.0.0.1:3128'])(
    'is undefined if Node can use %s',
    (url) => expect(proxyObstacle({ https_proxy: url }, true)).toBeUndefined(),
  )

  it.each(['socks5://user:hidden@127.0.0.1:1', 'http://[', 'http://hidden host'])(
    'names the variable, not its value: %s',
    (url) => {
      const obstacle = proxyObstacle({ http_proxy: proxy, HTTPS_PROXY: url }, true)
      expect(obstacle).toMatch(/^HTTPS_PROXY is not the address of an HTTP proxy/)
      expect(obstacle).not.toContain('hidden')
    },
  )

  it('names the version of Node that needs a setting, unless it has that setting', () => {
    expect(proxyObstacle({ HTTP_PROXY: proxy }, false)).toContain(
      `Node ${process.version} does not use the proxy of the environment.`,
    )
    const isSupported = process.allowedNodeEnvironmentFlags.has('--use-env-proxy')
    expect(proxyObstacle({ HTTP_PROXY: proxy, NODE_USE_ENV_PROXY: '1' }, false) === undefined).toBe(
      isSupported,
    )
  })
})
