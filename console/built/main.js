/* Made from console/src by npm run generate. */
import{O as r,j as o,na as t,oa as l,qa as m,y as e}from"./chunk-R7IO57V7.js";var i=document.getElementById("console");if(i===null)throw new Error("The page has no place for the console.");o();r();setInterval(()=>{document.visibilityState==="visible"&&(e.value=Date.now())},1e3);m(l(t,null),i);
