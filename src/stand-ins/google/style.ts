/** The window's own small style: the tokens of the shop, light and dark. */
export const STYLE = `
@font-face{font-family:Archivo;src:url("/fonts/archivo-1.woff2") format("woff2");font-weight:400 700;font-stretch:88% 100%;font-display:swap}
:root{color-scheme:light dark;--sheet:light-dark(#fff,#1a1e1f);--sunk:light-dark(#e9ebe5,#0d0f10);--ink:light-dark(#15181a,#eceee9);
--ink-2:light-dark(#464d50,#bac0bc);--ink-3:light-dark(#5c6366,#98a09c);--line:light-dark(#d5d8d1,#30363a);--edge:light-dark(#7b8380,#757d7e);
--spot:light-dark(#ffc21a,#ffc931);--spot-press:light-dark(#edae00,#ffdb75);--spot-edge:light-dark(#15181a,#ffc931);
--bad:light-dark(#a8201a,#ff9285);--focus:light-dark(#15181a,#ffc931)}
*{box-sizing:border-box;margin:0;padding:0}
body{min-height:100vh;display:grid;grid-template-rows:auto 1fr auto;background:var(--sheet);color:var(--ink-2);
font:400 14px/20px Archivo,Arial,sans-serif}
aside{background:var(--sunk);border-bottom:1px solid var(--line)}
aside p{padding:8px 24px;font-size:12px;line-height:16px}
aside b,h1,ul b,label{color:var(--ink)}
main{padding:20px 24px;display:grid;gap:20px;align-content:start}
h1{font-size:28px;line-height:32px;font-weight:620;letter-spacing:-.012em}
.lab{font:400 12px/16px Archivo,Arial,sans-serif;font-stretch:88%;color:var(--ink-3)}
h2.lab{margin-bottom:8px}
ul{list-style:none;border:1px solid var(--edge);border-radius:2px}
li+li{border-top:1px solid var(--line)}
li button{display:flex;width:100%;align-items:center;gap:12px;padding:8px 12px;border:0;background:none;color:inherit;font:inherit;text-align:left;cursor:pointer}
li button:hover{background:var(--sunk)}
li span{min-width:0;flex:1}
li b{display:block;font-weight:500}
li small{display:block;font-size:12px;line-height:16px;font-stretch:88%;color:var(--ink-3);overflow-wrap:anywhere}
.ic{width:16px;height:16px;fill:none;stroke:currentColor;stroke-width:1.5}
.or{display:flex;align-items:center;gap:12px;font-size:12px;color:var(--ink-3)}
.or::before,.or::after{content:"";flex:1;border-top:1px solid var(--line)}
#other{display:grid;gap:16px}
.field{display:grid;gap:4px}
label{font-weight:500}
.field input{height:40px;padding:0 12px;border:1px solid var(--edge);border-radius:2px;background:var(--sheet);color:var(--ink);font:400 16px/24px Archivo,Arial,sans-serif}
.field input[aria-invalid]{border-color:var(--bad);box-shadow:inset 0 -2px var(--bad)}
.check{display:flex;align-items:center;gap:8px;min-height:24px}
.check input{width:18px;height:18px;accent-color:var(--spot-edge)}
.check label{font-weight:400;color:var(--ink-2)}
.fault{color:var(--bad)}
footer{display:flex;justify-content:flex-end;gap:12px;padding:16px 24px;border-top:1px solid var(--line)}
.btn{height:40px;padding:0 16px;border:1px solid var(--edge);border-radius:2px;background:none;color:var(--ink);font:500 14px/20px Archivo,Arial,sans-serif;cursor:pointer}
.key{background:var(--spot);border-color:var(--spot-edge);color:#15181a}
.key:hover{background:var(--spot-press)}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
li button:focus-visible{outline-offset:-2px}
@media (max-width:639px){main,footer,aside p{padding-left:16px;padding-right:16px}footer form,footer .btn{flex:1;width:100%}}
`
