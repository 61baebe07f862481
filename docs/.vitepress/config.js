/*
 * The site consists of Markdown files from the whole repository, which can also be read on GitHub. Links between pages become
 * links of the site; links to other files become links to GitHub.
 */
import { existsSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sidebar } from './sidebar.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const repository = 'https://github.com/recallite/recallite'

/** Files that are not pages: those only for developers of the repository, and sample notes. */
const excluded = [
  'README.md',
  'CODE_OF_CONDUCT.md',
  '.*/**',
  'tools/**',
  'examples/memory/**',
  '**/{corpus,suites}/**',
  '**/release/**',
]

/** The location of a page on the site: `docs/` is the root, and a README the index of its folder. @param {string} path */
function siteLocationOf(path) {
  return path.replace(/^docs\//u, '').replace(/(^|\/)README\.md$/u, '$1index.md')
}

/** @param {string} path */
function isPage(path) {
  if (!path.endsWith('.md') || !existsSync(join(root, path))) return false
  return !excluded.some((pattern) => posix.matchesGlob(path, pattern))
}

/** Converts a link for the site. @param {string} href @param {string} page the path of the file with the link */
function linkOnSite(href, page) {
  const [, inRepository] =
    /^https:\/\/github\.com\/recallite\/recallite\/(?:blob|tree)\/main\/(.*)$/u.exec(href) ?? []
  if (inRepository === undefined && /^(?:[a-z]+:|#|\/)/u.test(href)) return href
  const [path = '', hash] = (inRepository ?? posix.join(posix.dirname(page), href)).split('#')
  const file = [path, `${path.replace(/\/$/u, '')}/README.md`].find(isPage)
  const end = hash === undefined ? '' : `#${hash}`
  if (file === undefined) return `${repository}/blob/main/${path}${end}`
  return `/${siteLocationOf(file)}${end}`
}

/** The anchor of a heading, as on GitHub. @param {string} heading */
const slugify = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}\p{Mark}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

/** @param {any} md the Markdown parser */
function rewriteLinks(md) {
  md.core.ruler.push('links-on-site', ({ tokens, env }) => {
    const page = relative(root, env.realPath ?? env.path).replaceAll('\\', '/')
    for (const token of tokens.flatMap((each) => each.children ?? [])) {
      if (token.type === 'link_open') token.attrSet('href', linkOnSite(token.attrGet('href'), page))
    }
  })
}

/** Lets pages outside of `docs/` resolve Vue like those inside. */
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
  description: "Local hybrid search (BM25 + vectors) over your Markdown notes and your agents' memory",
  lang: 'en',
  srcDir: '..',
  outDir: 'dist',
  cacheDir: 'node_modules/.vitepress',
  srcExclude: excluded,
  rewrites: siteLocationOf,
  cleanUrls: true,
  // Makes tables of seven columns fit next to the outline.
  head: [['style', {}, '.vp-doc table :is(th, td) { padding: 6px 8px }']],
  // Disables HTML, because of placeholders such as <agent>, and links from file names.
  markdown: { html: false, linkify: false, config: rewriteLinks, anchor: { slugify } },
  vite: { plugins: [vueForAllPages] },
  themeConfig: {
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: repository }],
  },
}
