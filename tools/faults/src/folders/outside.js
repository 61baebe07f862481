import { lstatSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { fingerprint, listTree } from '../fingerprint.js'

/** What no output may hold: it stands only in files outside the hostile folder. */
export const canary = 'Canarius sleeps behind the seventh dune'
/** The word by which the canary's files would be found. */
export const canaryWord = 'zqcanaryword'
/** The word of the folder's own note. */
export const ownWord = 'zqownword'

const secretNote = `# Diary\n\nThe word is ${canaryWord}. What it hides is ${canary}.\n`

/**
 * Files of the user outside the folder, by their path below the world.
 * @type {Readonly<Record<string, string>>}
 */
const outsideFiles = {
  'outside/secret.md': secretNote,
  'outside/notes/secret.md': secretNote,
  'outside/notes/MEMORY.md': secretNote,
  'outside/memory/secret.md': secretNote,
  'outside/sessions/talk.jsonl': `${JSON.stringify({ type: 'message', message: { role: 'user', content: [{ type: 'text', text: `${canaryWord} ${canary}` }] } })}\n`,
  'outside/victim.txt': `Do not overwrite: ${canary}\n`,
  'outside/settings.yaml': `provider: ${canary}\nother: ${canary}\n`,
  'outside/settings.json': `{"other": "${canary}", nonsense}`,
  'outside/patterns': `# ${canary}\n*.log\n`,
  'outside/models/tiny.gguf': `GGUF${canary}`,
  'home/.ssh/id_rsa': `-----BEGIN KEY-----\n${canary}\n`,
  'home/private/diary.md': secretNote,
}

/** @param {import('../world.js').World} world */
export function writeOutside(world) {
  for (const [path, text] of Object.entries(outsideFiles)) {
    mkdirSync(dirname(join(world.folder, path)), { recursive: true })
    writeFileSync(join(world.folder, path), text)
  }
}

/**
 * Bytes, times and modes of everything of the user's that is not the program's.
 * @param {import('../world.js').World} world
 */
export function outsideState(world) {
  return ['outside', 'home']
    .map((name) => {
      const folder = join(world.folder, name)
      const own = (/** @type {string} */ path) => name === 'home' && /^\.recallite(?:\/|$)/.test(path)
      const stats = listTree(folder)
        .filter((path) => !own(path))
        .map((path) => {
          const { mtimeMs, ctimeMs, mode, size, ino } = lstatSync(join(folder, path))
          // A folder's times change with what the program adds to the home.
          return lstatSync(join(folder, path)).isDirectory()
            ? path
            : [path, mtimeMs, ctimeMs, mode, size, ino].join(' ')
        })
      const content = fingerprint(folder)
        .split('\n')
        .filter((line) => !own(line))
      return [...stats, ...content].join('\n')
    })
    .join('\n')
}

/**
 * @typedef {object} Trap a server that a hostile folder names
 * @property {string} url
 * @property {readonly string[]} requests everything that it was sent, headers and bodies
 * @property {() => void} forget
 * @property {() => Promise<void>} close
 */

/** @returns {Promise<Trap>} */
export async function startTrap() {
  /** @type {string[]} */
  const requests = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part) => (body += part))
    request.on('end', () => {
      requests.push(`${request.method} ${request.url}\n${request.rawHeaders.join('\n')}\n\n${body}`)
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"data":[]}')
    })
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    forget: () => void (requests.length = 0),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
