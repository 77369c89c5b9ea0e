// GET /: the shop has one thing to sell.
const PAGE = '<h1>Coffee, €25</h1><form method="post" action="/orders"><button>Buy</button></form>';

export const GET = () => new Response(PAGE, { headers: { 'content-type': 'text/html; charset=utf-8' } });
