from browser.chat import *
from browser.desk import Desk
import json, time
BODY = "Here is **text** with `code` and a list:\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```python\nx = 1\n```\n"
SCRIPT = '''
[[rule]]
user = "stream"
[[rule.turn]]
pace = 100
text = """STREAM"""
[[turn]]
text = """BODY"""
'''
def test_perf(desk: Desk, start_site, tmp_path):
    stream = "\n\n".join(["## Part %d\n\nSome words about %s that go on for a while and have **bold** and `code` in them, with more words to come.\n\n- item one of it\n- item two of it\n\n```js\nconst x = %d\nfunction f(a) { return a + x }\n```" % (i,i,i) for i in range(16)])
    s = tmp_path/"s.toml"; s.write_text(SCRIPT.replace("STREAM",stream).replace("BODY",BODY))
    site = start_site(model=f"scripted:{s}")
    person = site.person(); cid=None
    t=time.time()
    for i in range(250):
        e = ask(site, person, f"Question {i}", agentId="peter-logical"); cid=e["conversationId"]
    print("made", time.time()-t)
    page = desk.open(None, site=site, person=person, still=False)
    t=time.time(); page.goto(f"/chat/{cid}"); expect(turns(page).last).to_be_visible(); print("open", time.time()-t)
    def measure(label):
        page.evaluate("""()=>{window.f=[];window.lt=[];let p=performance.now();window.go=true;const s=n=>{f.push(n-p);p=n;if(window.go)requestAnimationFrame(s)};requestAnimationFrame(s);
        window.po=new PerformanceObserver(l=>{for(const e of l.getEntries())lt.push(Math.round(e.duration))});po.observe({entryTypes:['longtask']})}""")
        say(page,"stream now","Peter"); last=turns(page).last
        expect(last).to_contain_text("Part 15", timeout=60000); over(last)
        r=page.evaluate("()=>{window.go=false;po.disconnect();const f=window.f.slice(2).sort((a,b)=>a-b);return {frames:f.length,p50:f[f.length>>1],p95:f[Math.floor(f.length*.95)],p99:f[Math.floor(f.length*.99)],max:f.at(-1),over33:f.filter(x=>x>34).length,over50:f.filter(x=>x>50).length,long:lt}}")
        print(label, json.dumps(r))
    measure("60 messages")
    while page.get_by_role("button", name="Load earlier messages").count():
        n=turns(page).count(); page.get_by_role("button", name="Load earlier messages").click(); expect(turns(page)).not_to_have_count(n)
    print("turns", turns(page).count())
    page.get_by_role("button", name="Jump to the latest").click()
    measure("500 messages")
