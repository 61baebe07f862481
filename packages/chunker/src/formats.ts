/** The formats of the chunker. */
export type SourceFormat = 'markdown' | 'code' | 'text'

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** File name extensions of each format, in lower case. */
export const formatExtensions: Readonly<Record<SourceFormat, readonly string[]>> = {
  markdown: words('md markdown mdown mkd mkdn mdx mdc qmd rmd'),
  text: words('txt text log rst adoc asciidoc org textile tex bib csv tsv srt vtt jsonl ndjson'),
  code: words(`
    ts tsx mts cts js jsx mjs cjs vue svelte astro css scss sass less html htm xml xhtml
    json json5 jsonc yaml yml toml ini cfg conf properties graphql gql proto sql prisma
    py pyi rb rake php pl pm lua r jl java kt kts groovy gradle scala sbt clj cljs cljc
    c h cc cpp cxx hh hpp hxx m mm cs fs fsx vb go rs zig nim d swift dart hs elm ml mli
    ex exs erl hrl lisp el scm rkt sh bash zsh fish ps1 psm1 bat cmd awk tcl tf hcl nix bzl
    cmake mk vim sol asm s v sv vhd f90 pas diff patch
  `),
}

/** File names without an extension, in lower case. */
export const formatNames: Readonly<Record<SourceFormat, readonly string[]>> = {
  markdown: [],
  text: words('readme license licence copying notice authors contributors changelog changes news todo'),
  code: words(`
    makefile gnumakefile dockerfile containerfile jenkinsfile vagrantfile rakefile gemfile
    procfile justfile build workspace
  `),
}

const [byExtension, byName] = [invert(formatExtensions), invert(formatNames)]

/** The format of a file by its extension, or by its name if it has none; null for files that are not indexed, such as whiteboards. */
export function formatOf(path: string): SourceFormat | null {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase()
  const dot = name.lastIndexOf('.')
  if (name.endsWith('.excalidraw.md')) return null
  // A leading dot does not begin an extension.
  if (dot > 0) return byExtension.get(name.slice(dot + 1)) ?? null
  return byName.get(name) ?? null
}

function invert(table: Readonly<Record<SourceFormat, readonly string[]>>): ReadonlyMap<string, SourceFormat> {
  const formats = ['markdown', 'text', 'code'] as const
  return new Map(formats.flatMap((format) => table[format].map((key) => [key, format] as const)))
}
