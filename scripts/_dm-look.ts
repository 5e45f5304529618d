import { chromium } from '@playwright/test';
const base='http://localhost:3521', out='/tmp/h/dm/shots/';
const r=await fetch(base+'/api/crm/login',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({username:'owner',password:'demo1234'})});
const {token,admin}=await r.json();
const api=async(p:string,m='GET',body?:unknown)=>(await fetch(base+'/api'+p,{method:m,headers:{authorization:'Bearer '+token,...(body?{'content-type':'application/json'}:{})},...(body?{body:JSON.stringify(body)}:{})})).json();
const b=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--disable-gpu','--disable-background-networking']});
const list=(await api('/invoices?page_size=200')).data;
const find=(f:(i:any)=>boolean)=>list.find(f);
const wanted:Record<string,any>={processing:find(i=>i.provider_status==='processing'),refunded:find(i=>i.provider_status==='refunded'),partref:find(i=>i.provider_status==='partially_refunded'),unpaid:find(i=>i.provider_status==='unpaid'&&i.status==='sent'),void:find(i=>i.status==='void'),paid:find(i=>i.provider_status==='paid')};
const only=process.argv[2];
const want=(n:string)=>!only||n.includes(only);
for (const [vn,w,h] of [['w',1440,900],['n',390,844]] as const) for (const scheme of ['light','dark'] as const) {
  const ctx=await b.newContext({viewport:{width:w,height:h},colorScheme:scheme,...(vn==='n'?{isMobile:true,hasTouch:true}:{})});
  await ctx.addInitScript((s:any)=>{localStorage.setItem('mantine-color-scheme-value',s.scheme);localStorage.setItem('jwt',s.token);localStorage.setItem('adminFirstName',s.a.first_name);localStorage.setItem('adminLastName',s.a.last_name);localStorage.setItem('adminUsername',s.a.username);localStorage.setItem('adminEmail',s.a.email);},{scheme,token,a:admin});
  const page=await ctx.newPage();
  const shot=async(n:string)=>{ if(!want(n))return; await page.waitForTimeout(900); await page.screenshot({path:`${out}${n}-${vn}-${scheme}.png`,fullPage:true});};
  const go=async(n:string,p:string)=>{ if(!want(n)) return; await page.goto(base+p); await page.waitForLoadState('networkidle').catch(()=>0); await shot(n);};
  await go('status','/crm/status');
  for (const [n,i] of Object.entries(wanted)) if(i){ await go('inv-'+n,`/crm/payments?invoice=${i.id}&q=${i.external_ref}`);
    if (['processing','refunded','paid','void'].includes(n)&&i.payment_url) await go('pay-'+n, new URL(i.payment_url, base).pathname); }
  await go('list','/crm/payments');
  await go('recurring','/crm/recurring-payments');
  await ctx.close();
}
console.log(JSON.stringify(Object.fromEntries(Object.entries(wanted).map(([k,i])=>[k,i&&{id:i.id,ref:i.external_ref,url:i.square_public_url,pay:i.payment_url}]))), Object.keys(list[0]).join());
await b.close();
