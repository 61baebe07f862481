/*
 * The site is made of the Markdown of the whole repository where it stands, so that each page also reads on GitHub. Links between
 * pages become links of the site, and links to other files links to GitHub.
 */
import { existsSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sidebar } from './sidebar.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const repository = 'https://github.com/recallite/recallite'

/** What is no page: what belongs to the repository alone, and other people's notes. */
const excluded = [
  'README.md',
  'CODE_OF_CONDUCT.md',
  '.*/**',
  'tools/**',
  'examples/memory/**',
  '**/{corpus,suites}/**',
  '**/release/**',
]

/** Where a page stands on the site: pages of `docs/` at the top, and a README as the index of its folder. @param {string} path */
function placeOf(path) {
  return path.replace(/^docs\//u, '').replace(/(^|\/)README\.md$/u, '$1index.md')
}

/** @param {string} path */
function isPage(path) {
  if (!path.endsWith('.md') || !existsSync(join(root, path))) return false
  return !excluded.some((pattern) => posix.matchesGlob(path, pattern))
}

/** A link as the site has it. @param {string} href @param {string} page the path of the file that it stands in */
function linkOnSite(href, page) {
  const [, inRepository] =
    /^https:\/\/github\.com\/recallite\/recallite\/(?:blob|tree)\/main\/(.*)$/u.exec(href) ?? []
  if (inRepository === undefined && /^(?:[a-z]+:|#|\/)/u.test(href)) return href
  const [path = '', hash] = (inRepository ?? posix.join(posix.dirname(page), href)).split('#')
  const file = [path, `${path.replace(/\/$/u, '')}/README.md`].find(isPage)
  const end = hash === undefined ? '' : `#${hash}`
  if (file === undefined) return `${repository}/blob/main/${path}${end}`
  return `/${placeOf(file)}${end}`
}

/** The anchors of headings as GitHub makes them. @param {string} heading */
const slugify = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}\p{Mark}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

/** @param {any} md the reader of Markdown */
function rewriteLinks(md) {
  md.core.ruler.push('links-on-site', ({ tokens, env }) => {
    const page = relative(root, env.realPath ?? env.path).replaceAll('\\', '/')
    for (const token of tokens.flatMap((each) => each.children ?? [])) {
      if (token.type === 'link_open') token.attrSet('href', linkOnSite(token.attrGet('href'), page))
    }
  })
}

/** Has pages outside of `docs/` find Vue where those inside do. */
const vueForAllPages = {
  name: 'vue-for-all-pages',
  enforce: 'pre',
  /** @this {any} @param {string} source @param {string | undefined} importer @param {object} options */
  resolveId(source, importer, options) {
    const isOutside = importer?.endsWith('.md') && !importer.startsWith(join(root, 'docs/'))
    if (!isOutside || !/^vue(?:$|\/)/u.test(source)) return undefined
    return this.resolve(source, join(root, 'docs/README.md'), { ...options, skipSelf: true })
  },
}

export default {
  title: 'Recallite',
  description:
    'Finds things in Markdown memory, and in what agents were told, by meaning and by exact words.',
  lang: 'en',
  srcDir: '..',
  outDir: 'dist',
  cacheDir: 'node_modules/.vitepress',
  srcExclude: excluded,
  rewrites: placeOf,
  cleanUrls: true,
  // Tables of seven columns fit beside the outline.
  head: [['style', {}, '.vp-doc table :is(th, td) { padding: 6px 8px }']],
  // What Markdown calls HTML are placeholders such as <agent> here; names of files are no addresses.
  markdown: { html: false, linkify: false, config: rewriteLinks, anchor: { slugify } },
  vite: { plugins: [vueForAllPages] },
  themeConfig: {
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: repository }],
  },
}
