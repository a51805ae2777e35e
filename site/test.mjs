// Tests the built site: its files, and in Chromium what a reader sees. Run by scripts/site.sh.
import assert from 'node:assert/strict'
import { createReadStream, existsSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, extname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const here = dirname(fileURLToPath(import.meta.url))
const dist = join(here, '.vitepress/dist')
const shots = join(here, 'target')
const axe = readFileSync(join(here, 'node_modules/axe-core/axe.min.js'), 'utf8')
const pages = JSON.parse(read('pages.json'))
const questions = JSON.parse(readFileSync(join(here, 'questions.json'), 'utf8'))
const javadoc = existsSync(join(dist, 'javadoc/index.html'))
const WIDTHS = [390, 820, 1280]
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.png': 'image/png', '.json': 'application/json' }

function read(file) {
  return readFileSync(join(dist, file), 'utf8')
}

/** The file that an address means. */
function fileOf(address) {
  const path = decodeURIComponent(address)
  return path.endsWith('/') ? `${path}index.html` : path
}

const html = readdirSync(dist, { recursive: true })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.html') && !file.startsWith('javadoc/'))

describe('files', () => {
  test('every page is built and in the sidebar', () => {
    const index = read('index.html')
    for (const { file, address } of pages) {
      assert.ok(existsSync(join(dist, fileOf(address))), `${file} is not built`)
      assert.ok(index.includes(`href="${address}"`), `${file} is not in the sidebar`)
    }
  })

  test('every link and image leads somewhere', () => {
    const ids = new Map(html.map((file) => [`/${file}`, new Set([...read(file).matchAll(/\sid="([^"]+)"/g)].map((m) => m[1]))]))
    const broken = []
    for (const file of html.filter((name) => name !== '404.html')) {
      const page = `/${file}`
      for (const [, target] of read(file).matchAll(/\s(?:href|src)="([^"]+)"/g)) {
        const url = new URL(target.replaceAll('&amp;', '&'), `http://site${page}`)
        if (url.host !== 'site') continue
        const found = fileOf(url.pathname)
        const anchor = decodeURIComponent(url.hash.slice(1))
        if (!existsSync(join(dist, found)) || (anchor && ids.has(found) && !ids.get(found).has(anchor))) broken.push(`${page}: ${target}`)
      }
    }
    assert.deepEqual(broken, [])
  })

  test('every page of the guides begins with what the reader can do at its end', () => {
    const wrong = pages.map(({ file }) => file)
      .filter((file) => /^docs\/(compare|operate|contribute|guides)\/|^docs\/(?!README|renames|security-)[^/]+\.md$/.test(file))
      .filter((file) => !/^(---\n[^]*?\n---\n\n)?# .+\n\nAfter this page /.test(readFileSync(join(here, '..', file), 'utf8')))
    assert.deepEqual(wrong, [])
  })

  test('two braces in code are shown', () => {
    const shown = pages.flatMap(({ file, address }) =>
      [...readFileSync(join(here, '..', file), 'utf8').matchAll(/`[^`\n]*(\{\{[^`\n]*}})[^`\n]*`/g)].map(([, code]) => [address, code]))
    assert.ok(shown.length > 0)
    for (const [address, code] of shown) assert.ok(read(fileOf(address).slice(1)).includes(code), `${address} does not show ${code}`)
  })

  test('the texts for assistants have every page', () => {
    const list = read('llms.txt')
    const full = read('llms-full.txt')
    for (const { file, address } of pages) {
      assert.ok(list.includes(`](${address})`), `llms.txt lacks ${file}`)
      assert.ok(full.includes(`<!-- ${address} -->`), `llms-full.txt lacks ${file}`)
    }
    assert.match(read('SKILL.md'), /^---\nname: adk-for-java\n/)
  })
})

const executable = [process.env.ADK_TEST_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'].find((path) => path && existsSync(path))

describe('in Chromium', { skip: executable || process.env.CI === 'true' ? false : 'there is no Chromium on this machine' }, () => {
  let server, origin, browser
  const foreign = new Set()
  const complaints = new Set()

  before(async () => {
    assert.ok(executable, 'CI=true and there is no Chromium: install one, or name it in ADK_TEST_CHROMIUM')
    mkdirSync(shots, { recursive: true })
    server = createServer((request, response) => {
      const file = join(dist, fileOf(new URL(request.url, 'http://site').pathname))
      if (!file.startsWith(dist) || !existsSync(file) || statSync(file).isDirectory()) return response.writeHead(404).end()
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/plain' })
      createReadStream(file).pipe(response)
    })
    await new Promise((started) => server.listen(0, '127.0.0.1', started))
    origin = `http://127.0.0.1:${server.address().port}`
    browser = await chromium.launch({ executablePath: executable, args: ['--no-sandbox', '--disable-gpu'] })
  })

  after(async () => {
    await browser?.close()
    server?.close()
  })

  /** Every request and every complaint of every tab is recorded. */
  async function context(width, colorScheme = 'light') {
    const made = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, reducedMotion: 'reduce' })
    made.on('request', (request) => { if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(origin)) foreign.add(request.url()) })
    made.on('console', (message) => { if (message.type() === 'error' && !message.text().includes('404')) complaints.add(message.text()) })
    made.on('weberror', (error) => complaints.add(String(error.error())))
    return made
  }

  async function open(tab, address) {
    await tab.goto(origin + address, { waitUntil: 'load' })
    await tab.waitForFunction(() => document.querySelector('#app')?.__vue_app__)
  }

  async function violations(tab) {
    await tab.evaluate(axe)
    const found = await tab.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }))
    return found.violations.filter((v) => ['serious', 'critical'].includes(v.impact)).map((v) => `${v.id}: ${v.nodes.slice(0, 2).map((n) => n.html.slice(0, 120)).join(' | ')}`)
  }

  /** Addresses, handled by two tabs at a time. */
  async function each(made, addresses, action) {
    const left = [...addresses]
    await Promise.all([1, 2].map(async () => {
      const tab = await made.newPage()
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        await open(tab, next)
        await action(tab, next)
      }
    }))
    await made.close()
  }

  test('no page has a serious violation of accessibility, and none is wider than a phone', async () => {
    const found = {}
    await each(await context(1280), pages.map((page) => page.address), async (tab, address) => {
      const wrong = await violations(tab)
      await tab.setViewportSize({ width: 390, height: 900 })
      if (await tab.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)) wrong.push('wider than a phone')
      await tab.setViewportSize({ width: 1280, height: 900 })
      if (wrong.length) found[address] = wrong
    })
    assert.deepEqual(found, {})
  })

  test('no kind of page has such a violation in the dark, or on a phone', async () => {
    const kinds = ['/', '/architecture.html', '/quick-start.html', '/reference/properties.html', '/reference/properties/models.html', '/operate/troubleshooting.html']
    for (const width of [1280, 390]) {
      await each(await context(width, 'dark'), kinds, async (tab, address) => {
        assert.deepEqual(await violations(tab), [], address)
        assert.ok(await tab.evaluate(() => document.documentElement.classList.contains('dark')))
      })
    }
  })

  for (const width of WIDTHS) {
    test(`a page is readable at ${width} pixels`, async () => {
      await each(await context(width), ['/', '/architecture.html', '/compare/spring-ai.html'], async (tab, address) => {
        assert.ok(await tab.locator('h1').first().isVisible())
        const cut = await tab.evaluate(() => [...document.querySelectorAll('.VPNavBar .content-body > *')].filter((part) => part.getBoundingClientRect().right > window.innerWidth).map((part) => part.className))
        assert.deepEqual(cut, [], 'cut off at the right')
        await tab.screenshot({ path: join(shots, `${address.replace(/\W+/g, '-').replace(/^-|-html$|-$/g, '') || 'index'}-${width}.png`) })
      })
    })
  }

  test('the version is shown', async () => {
    await each(await context(1280), ['/'], async (tab) => {
      const version = /ADK for Java (\S+)/.exec(read('llms.txt'))[1]
      assert.ok(await tab.locator('.VPNav').getByText(version).first().isVisible())
    })
  })

  test('search finds the page of each question among the first three', async () => {
    assert.ok(questions.length >= 30)
    const made = await context(1280)
    const missed = []
    const left = [...questions]
    await Promise.all([1, 2].map(async () => {
      const tab = await made.newPage()
      await open(tab, '/')
      await tab.locator('#local-search button').click()
      const results = tab.locator('#localsearch-list a.result')
      for (let next = left.shift(); next; next = left.shift()) {
        await tab.locator('#localsearch-input').fill(next.question)
        await results.first().waitFor()
        const hits = await results.evaluateAll((links) => links.slice(0, 3).map((a) => new URL(a.href).pathname + new URL(a.href).hash))
        if (!hits.some((hit) => hit.split('#')[0] === next.page)) missed.push({ ...next, hits })
        await tab.locator('#localsearch-input').fill('')
        await results.first().waitFor({ state: 'detached' })
      }
    }))
    await made.close()
    assert.deepEqual(missed, [])
  })

  test('the Javadoc is inside', { skip: javadoc ? false : 'it was not made: scripts/site.sh --javadoc' }, async () => {
    const made = await context(1280)
    const tab = await made.newPage()
    await open(tab, '/reference/errors.html')
    await tab.getByText('Javadoc of all modules').first().click()
    await tab.getByText('dev.adk4j.client').first().waitFor()
    await made.close()
  })

  test('nothing was asked of another server, and no page complained', () => {
    assert.deepEqual([...foreign], [])
    assert.deepEqual([...complaints], [])
  })
})
