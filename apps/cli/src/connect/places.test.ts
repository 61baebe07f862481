import { describe, expect, it } from 'vitest'
import { hostNames, hostOf } from './host-table.js'
import { placesOf } from './places.js'

function filesOn(platform: string, home: string, variables: Record<string, string> = {}) {
  const places = placesOf({ platform, home, variables })
  return Object.fromEntries(
    hostNames.map((name) => {
      const { folder, file } = places[name]
      const { hooks } = hostOf(name)
      return [name, [file, ...(hooks ? [places.join(folder, hooks.file)] : [])]]
    }),
  )
}

describe('the files of hosts', () => {
  it.each([
    ['linux', '/home/sam'],
    ['darwin', '/home/sam'],
    ['win32', String.raw`C:\Users\sam`],
  ])('on %s', (platform, home) => {
    expect(filesOn(platform, home)).toMatchSnapshot()
  })

  it('follow the variables of the hosts', () => {
    const variables = {
      CLAUDE_CONFIG_DIR: '/c/claude',
      CODEX_HOME: '/c/codex',
      COPILOT_HOME: '/c/copilot',
      GEMINI_CLI_HOME: '/c/gemini',
      OPENCLAW_STATE_DIR: '/c/claw',
      XDG_CONFIG_HOME: '/c/xdg',
    }
    expect(filesOn('linux', '/home/sam', variables)).toMatchSnapshot()
    expect(filesOn('linux', '/home/sam', { OPENCLAW_CONFIG_PATH: '/c/claw.json' })).toMatchObject({
      openclaw: ['/c/claw.json'],
    })
    expect(filesOn('win32', String.raw`C:\Users\sam`, { APPDATA: String.raw`D:\Roaming` })).toMatchObject({
      vscode: [String.raw`D:\Roaming\Code\User\mcp.json`],
    })
  })
})
