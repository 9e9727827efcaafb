// A number tree as a file: a picture of one step, or a page that steps through the search.

import type { NumberTreeInfo } from '../../protocol';
import { partsAfter } from './number_tree';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Returns the drawing after `count` steps as an SVG that is never wider than its page. */
export function treeSvg(info: NumberTreeInfo, count: number): string {
  const [width, height] = info.size;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" style="max-width:100%;height:auto" color="#22281f" font-family="system-ui, sans-serif" text-anchor="middle"><rect width="${width}" height="${height}" fill="#fff"/>${partsAfter(info, count).join('')}</svg>`;
}

/** Returns a page without other files that steps through the search. It fits its window. */
export function treePage(info: NumberTreeInfo, title: string): string {
  const { size, parts, code } = info;
  const steps = info.steps.map(({ text, line, changes }) => [text, line, changes]);
  const data = JSON.stringify({ size, parts, steps, code }).replaceAll('<', '\\u003c');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title>
<style>html,body{height:100%;margin:0}body{display:flex;flex-direction:column;font:18px/1.4 system-ui,sans-serif;color:#22281f;background:#fff;text-align:center;box-sizing:border-box;padding:1rem}
#tree{flex:1;min-height:0}#tree svg{display:block;width:100%;height:100%}p{margin:.3rem 0;min-height:1.5em}code{white-space:pre-wrap;color:#555}button{font:inherit;padding:.4rem 1rem}</style></head>
<body><div id="tree"></div><p id="said" aria-live="polite"></p><p><code id="code"></code></p><p><button id="back">Back</button> <span id="place"></span> <button id="on">Next</button></p>
<script>const data=${data};let at=0;const el=(id)=>document.getElementById(id);
const show=(to)=>{at=Math.max(0,Math.min(data.steps.length,to));const parts=[...data.parts];for(const step of data.steps.slice(0,at))for(const [index,part] of step[2])parts[index]=part;
el("tree").innerHTML='<svg viewBox="0 0 '+data.size.join(" ")+'" text-anchor="middle">'+parts.join("")+"</svg>";const step=data.steps[at-1];
el("said").textContent=step?step[0]:"Before the first step.";el("code").textContent=step?data.code[step[1]].trim():"";el("place").textContent=at+" of "+data.steps.length};
el("back").onclick=()=>show(at-1);el("on").onclick=()=>show(at+1);
addEventListener("keydown",(e)=>{const by={ArrowRight:1,PageDown:1,ArrowLeft:-1,PageUp:-1}[e.key];if(by){e.preventDefault();show(at+by)}});show(0);${'</'}script></body></html>`;
}
