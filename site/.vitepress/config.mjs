import { cpSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitepress'
import { renderMermaidSVG } from 'beautiful-mermaid'

/** Pages stay where they are on disk, below docs/ and at the root of the tree. */
const root = fileURLToPath(new URL('../..', import.meta.url))

/** Where files that are no pages can be looked at, such as https://example.com/owner/name; without it they are no links. */
const repository = process.env.SITE_REPOSITORY ?? ''
const base = process.env.SITE_BASE ?? '/'
const version = /<artifactId>adk-parent<\/artifactId>\s*<version>([^<]+)</.exec(read('pom.xml'))[1]

/** The sidebar: pages by name or by folder. A page of docs/ that nobody names here comes last among the guides. */
const sections = {
  Start: ['README', 'fifteen-minutes', 'tools', 'human-approval', 'memory', 'retrieval', 'testing', 'how-do-i', 'cookbook'],
  'Short answers': ['how-do-i/'],
  Guides: ['quick-start', 'use-a-real-model', 'first-agent', 'sample', 'ten-tasks', 'agents', 'client', 'skills', 'guards', 'prompts', 'search-quality', 'citations', 'ingestion', 'vector-store', 'durable', 'protocols', 'openai-clients', 'mcp-server', 'a2a', 'guides/', '*', 'SKILL'],
  Concepts: ['concepts', 'storage', 'stored-data', 'erasure', 'storage-adapter', 'architecture', 'decisions/'],
  Reference: ['reference/'],
  'Compare and move': ['compare/', 'benchmarks/'],
  Operate: ['operate/', 'observability', 'security', 'security-asvs', 'security-llm', 'upgrading', 'renames', 'reports/'],
  Contribute: ['contribute/', '/CONTRIBUTING', '/RELEASING', '/SECURITY', '/CODE_OF_CONDUCT', '/CHANGELOG'],
}

function read(file) {
  return readFileSync(join(root, file), 'utf8')
}

/** Every page as its file, such as docs/tools.md or CHANGELOG.md. The README of the tree is left out: the site has its own first page. */
const pages = [
  ...readdirSync(root).filter((file) => file.endsWith('.md') && file !== 'README.md'),
  ...readdirSync(join(root, 'docs'), { recursive: true }).filter((file) => file.endsWith('.md')).map((file) => `docs/${file.replaceAll('\\', '/')}`),
].sort()

/** docs/operate/README.md is operate/index.md, and SECURITY.md project/SECURITY.md, apart from docs/security.md. */
function rewritten(file) {
  if (!file.includes('/')) return `project/${file}`
  return file.replace(/^docs\//, '').replace(/(^|\/)README\.md$/, '$1index.md')
}

/** The file of a page, which VitePress names before or after the rewriting. */
function fileOf(path) {
  return pages.find((file) => file === path || rewritten(file) === path) ?? path
}

function address(file) {
  return '/' + rewritten(file).replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '.html')
}

function title(file) {
  return (/^# (.+)$/m.exec(read(file))?.[1] ?? file).replaceAll('`', '')
}

/** What the first page says that a page answers, by the page's file: "How do I get a first answer?". Search finds a page by it, too. */
const answers = Object.fromEntries([...read('docs/README.md').matchAll(/^\| \[[^\]]+\]\(([^)]+)\) \| (.+) \|$/gm)].map(([, file, text]) => [join('docs', file), text]))

/** The first paragraph of prose. */
function summary(file) {
  const paragraphs = read(file).replace(/^---\n[^]*?\n---\n/, '').split(/\n\s*\n/)
  const first = paragraphs.find((text) => /^[A-Z`*[]/.test(text.trim())) ?? ''
  return first.replace(/\s+/g, ' ').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').trim()
}

/** [section, files] in order; each page is in one section. */
const contents = (() => {
  const left = new Set(pages)
  const taken = {}
  const take = (entry) => {
    const found = [...left].filter((file) =>
      entry === '*' ? file.startsWith('docs/') : entry.endsWith('/') ? file.startsWith(`docs/${entry}`) : file === (entry.startsWith('/') ? `${entry.slice(1)}.md` : `docs/${entry}.md`))
    found.sort((a, b) => b.endsWith('/README.md') - a.endsWith('/README.md'))
    found.forEach((file) => left.delete(file))
    return found
  }
  // what has a name is taken before what is left over
  for (const late of [false, true]) {
    for (const [section, entries] of Object.entries(sections)) {
      taken[section] ??= entries.map(() => [])
      entries.forEach((entry, i) => { if ((entry === '*') === late) taken[section][i] = take(entry) })
    }
  }
  return Object.entries(taken).map(([section, files]) => [section, files.flat()]).filter(([, files]) => files.length)
})()

const sidebar = contents.map(([section, files]) => ({
  text: section,
  collapsed: !['Start', 'Guides'].includes(section),
  items: files.map((file) => ({ text: file === 'docs/README.md' ? 'Overview' : title(file), link: address(file) })),
}))

/** Whether the Javadoc was made before the site: then it is copied in. */
const javadoc = join(root, 'site/target/javadoc')
if (existsSync(join(javadoc, 'index.html'))) {
  sidebar.find((section) => section.text === 'Reference').items.push({ text: 'Javadoc of all modules', link: '/javadoc/index.html', target: '_self' })
}

/** Links lead to the page a file became, or to the file in the repository, or are plain text. */
function links(md) {
  md.core.ruler.push('links-of-this-site', (state) => {
    const from = dirname(fileOf(state.env.relativePath))
    for (const inline of state.tokens.filter((token) => token.type === 'inline')) {
      let open = null
      for (const token of inline.children) {
        const href = token.type === 'link_open' ? token.attrGet('href') : null
        if (href !== null && !/^([a-z]+:|#|\/)/i.test(href)) {
          const [path, anchor] = href.split('#')
          const file = join(from, path).replaceAll('\\', '/')
          if (pages.includes(file)) {
            token.attrSet('href', address(file) + (anchor ? `#${anchor}` : ''))
          } else if (!existsSync(join(root, file))) {
            continue // VitePress reports it
          } else if (repository) {
            token.attrSet('href', `${repository}/blob/HEAD/${file}`)
          } else {
            open = token
            token.tag = 'span'
            token.attrs = []
          }
        } else if (token.type === 'link_close' && open) {
          token.tag = 'span'
          open = null
        }
      }
    }
  })
}

/** Diagrams become SVG when the site is built, so that a browser needs no script for them. */
function diagrams(md) {
  const fence = md.renderer.rules.fence
  md.renderer.rules.fence = (tokens, i, options, env, self) => {
    if (tokens[i].info.trim() !== 'mermaid') {
      return fence(tokens, i, options, env, self)
    }
    const svg = renderMermaidSVG(tokens[i].content, { transparent: true })
      .replace(/<style>[^]*?<\/style>/, '') // asks for fonts elsewhere; ours is in site.css
    return `<div class="diagram" tabindex="0" role="img" aria-label="Diagram" v-html="${md.utils.escapeHtml(JSON.stringify(svg))}"></div>\n`
  }
}

/** Tables that are wider than a phone scroll by themselves, also from the keyboard. */
function tables(md) {
  md.renderer.rules.table_open = () => '<div class="table" tabindex="0" role="region" aria-label="Table"><table>\n'
  md.renderer.rules.table_close = () => '</table></div>\n'
}

/** Code in a sentence is text: two braces begin an expression of Vue otherwise. */
function code(md) {
  const render = md.renderer.rules.code_inline
  md.renderer.rules.code_inline = (...args) => render(...args).replace('<code', '<code v-pre')
}

/** GitHub's rule, by which the pages were written. */
function slugify(text) {
  return text.toLowerCase().replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-')
}

/** The page without what only tests need. */
function plain(file) {
  return read(file).replace(/^<!--[^]*?-->\n/gm, '').trim()
}

export default defineConfig({
  title: 'ADK for Java',
  description: 'A turn engine for AI agents on the JVM',
  lang: 'en-US',
  base,
  srcDir: '..',
  srcExclude: ['README.md', ...readdirSync(root, { withFileTypes: true }).filter((f) => f.isDirectory() && f.name !== 'docs').map((f) => `${f.name}/**`)],
  rewrites: rewritten,
  outDir: './.vitepress/dist',
  cacheDir: './.vitepress/cache',
  head: [['meta', { name: 'referrer', content: 'no-referrer' }]],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify },
    config: (md) => [links, diagrams, tables, code].forEach((rule) => rule(md)),
  },
  vite: {
    // pages outside this folder do not see its node_modules by themselves
    resolve: { alias: [{ find: /^vue(\/server-renderer)?$/, replacement: join(root, 'site/node_modules/vue$1') }] },
    publicDir: false, 
    logLevel: 'warn',
    build: { chunkSizeWarningLimit: 3000 },
  },
  themeConfig: {
    nav: [
      ...contents.map(([section, files]) => ({ text: section, link: address(files[0]) })).filter(({ text }) => ['Guides', 'Reference', 'Operate'].includes(text)),
      { text: version, items: ['docs/upgrading.md', 'docs/renames.md', 'CHANGELOG.md'].filter((file) => pages.includes(file)).map((file) => ({ text: title(file), link: address(file) })) },
    ],
    sidebar,
    outline: [2, 3],
    search: {
      provider: 'local',
      options: {
        _render: (src, env, md) => md.render(src, env).replace('</h1>', () => `</h1>${`<p>${md.renderInline(answers[fileOf(env.relativePath)] ?? '', env)}</p>`.repeat(3)}`),
        miniSearch: {
          options: {
            // these run in the browser too, so they use nothing around them; a name such as adk.turn.max-input is a word, and so are its parts
            tokenize: (text) => [...text.split(/[\n\r\p{Z}\p{P}]+/u), ...(text.match(/\w+(?:[._-]\w+)+/g) ?? [])],
            processTerm: (term) => {
              const word = term.toLowerCase()
              if (/\w[._-]\w/.test(word)) return '=' + word
              const filler = ['a', 'an', 'and', 'are', 'as', 'at', 'be', 'by', 'can', 'do', 'does', 'for', 'from', 'get', 'has', 'have', 'how', 'i', 'in', 'is', 'it', 'its', 'let', 'me', 'my', 'of', 'on', 'or', 'our', 'that', 'the', 'there', 'this', 'to', 'we', 'what', 'when', 'where', 'which', 'who', 'why', 'will', 'with', 'you', 'your']
              return filler.includes(word) ? null : word.length > 3 ? word.replace(/(?<!s)s$/, '') : word
            },
          },
          searchOptions: {
            // one letter of a short word makes it another word
            fuzzy: (term) => (term.length > 5 ? 0.2 : false),
            prefix: (term) => term.length > 3,
            weights: { fuzzy: 0.2, prefix: 0.1 },
            boost: { title: 2, text: 2, titles: 1.5 },
            // history and measurements answer fewer questions than guides do, and so does a single property; a whole name is looked up in the reference
            boostDocument: (id, term) => (/\/(reports|decisions|benchmarks)\/|\/renames|\/security-asvs|\/SKILL|\/ten-tasks|properties-that-are-gone/.test(id) ? 0.3 : !id.includes('/reference/') ? 1 : /^=.*[._]/.test(term) ? 8 : id.includes('/properties/') ? 0.6 : 1),
          },
        },
      },
    },
    docFooter: { prev: 'Previous page', next: 'Next page' },
    footer: { message: `Version ${version}. Apache License 2.0.` },
  },
  buildEnd(site) {
    const at = (file) => base.replace(/\/$/, '') + address(file)
    const docs = contents.flatMap(([section, files]) => files.map((file) => ({ section, file })))
    const lines = contents.map(([section, files]) => [`## ${section}`, '', ...files.map((file) => `- [${title(file)}](${at(file)}): ${summary(file)}`), ''].join('\n'))
    writeFileSync(join(site.outDir, 'llms.txt'), [`# ADK for Java ${version}`, '', `> ${summary('docs/README.md')}`, '', `All pages in one file: ${base}llms-full.txt. How to write code with it: ${base}SKILL.md.`, '', ...lines].join('\n'))
    writeFileSync(join(site.outDir, 'llms-full.txt'), docs.map(({ file }) => `<!-- ${address(file)} -->\n\n${plain(file)}\n`).join('\n'))
    if (existsSync(join(root, 'docs/SKILL.md'))) writeFileSync(join(site.outDir, 'SKILL.md'), plain('docs/SKILL.md') + '\n')
    writeFileSync(join(site.outDir, 'pages.json'), JSON.stringify(pages.map((file) => ({ file, address: address(file) }))))
    // the address of a page that became part of another one
    writeFileSync(join(site.outDir, 'gates.html'), `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gates</title><meta http-equiv="refresh" content="0; url=${at('docs/human-approval.md')}"><a href="${at('docs/human-approval.md')}">Human approval</a></html>`)
    if (existsSync(join(javadoc, 'index.html'))) cpSync(javadoc, join(site.outDir, 'javadoc'), { recursive: true })
  },
})
