"""What strangers might write to take a page over, and how to see whether one of them did."""

from playwright.sync_api import Page

ELSEWHERE = "http://elsewhere.example"
MARK = "onerror=pwned=1"
"""Part of `POISON` by which one sees that it is on a page, as text."""
POISON = f"<img src=x {MARK}><svg onload=pwned=2>\"'><script>pwned=3</script>{{{{agent}}}} $t(shared:close)"
"""Short enough for a name, a title, a tag."""

HTML = (
    POISON,
    "<iframe srcdoc=\"<script>parent.pwned='iframe'</script>\"></iframe>",
    "<a href=\"javascript:pwned='a'\">HTML link</a>",
    f"<style>body {{ background: url({ELSEWHERE}/css) }}</style>",
    f'<p style="background: url({ELSEWHERE}/style)">styled</p>',
    f"<base href={ELSEWHERE}/><link rel=stylesheet href={ELSEWHERE}/link.css>",
    f'<meta http-equiv=refresh content="0; url={ELSEWHERE}/meta">',
    f"<form action={ELSEWHERE}/form><button autofocus onfocus=pwned='focus'>Press</button></form>",
    f"<math href=\"javascript:pwned='math'\">m</math><object data={ELSEWHERE}/o></object><embed src={ELSEWHERE}/e>",
    f"<video poster={ELSEWHERE}/v><source onerror=pwned='video'></video><details open ontoggle=pwned='details'>",
)
MARKDOWN = (
    f"![beacon]({ELSEWHERE}/beacon.png?secret=1) ![data](data:image/svg+xml;base64,PHN2Zy8+)",
    "[Markdown link](javascript:pwned='md') [tab](java\tscript:pwned='tab') [data](data:text/html,<b>x</b>)",
    f"[reference][r]\n\n[r]: javascript:pwned='ref'\n\n![reference image][i]\n\n[i]: {ELSEWHERE}/reference.png",
    "<javascript:pwned='auto'>",
    "$\\href{javascript:pwned='tex'}{tex}$ $\\htmlStyle{background:url(x)}{s}$ "
    f"$\\includegraphics{{{ELSEWHERE}/tex.png}}$",
    f"```html\n{POISON}\n```",
    f"| cell |\n|---|\n| {POISON} |",
    f"# {POISON}",
    f"- [ ] {POISON}\n- `{POISON}`",
)
BIDI = "abc \u202egnp.exe\u202c \u2066def"
EVERYTHING = "\n\n".join((*HTML, *MARKDOWN, BIDI))
"""For messages, answers and results."""

FOUND = """origin => {
  const found = 'pwned' in window ? [`window.pwned is ${window.pwned}`] : []
  const own = address => { try { return new URL(address, document.baseURI).origin === origin } catch { return false } }
  for (const element of document.querySelectorAll('*')) {
    const tag = element.tagName.toLowerCase()
    if (['iframe', 'object', 'embed', 'base', 'frame', 'video', 'audio', 'math-frame'].includes(tag)) found.push(tag)
    if (tag === 'script' && !(element.src && own(element.src))) found.push('script that is not ours')
    if (tag === 'meta' && element.httpEquiv) found.push(`meta ${element.httpEquiv}`)
    for (const {name, value} of element.attributes) {
      const where = `${tag} ${name}=${value.slice(0, 80)}`
      if (name.startsWith('on') || name === 'srcdoc') found.push(where)
      if (name === 'style' && /url\\(/i.test(value)) found.push(where)
      if (['href', 'xlink:href', 'action', 'formaction'].includes(name) &&
          !['http:', 'https:', 'mailto:'].includes(new URL(value, document.baseURI).protocol)) found.push(where)
      if (['src', 'srcset', 'poster', 'data', 'background'].includes(name) && !own(value) && !value.startsWith('data:'))
        found.push(where)
    }
  }
  return found
}"""


def harm(page: Page) -> list[str]:
    """Return what is in the page that only somebody else could have put there."""
    return page.evaluate(FOUND, page.evaluate("origin"))
