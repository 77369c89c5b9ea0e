<?php
// A shop with one thing to sell: the customer pays on the cashier, and a webhook says that it was paid.
declare(strict_types=1);
require __DIR__ . '/tollgate.php';
require __DIR__ . '/books.php';

$shop = 'http://localhost:' . $_SERVER['SERVER_PORT'];
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH) ?: '/';
$parts = array_map('rawurldecode', array_slice(explode('/', $path), 1));
header('Content-Type: text/plain; charset=utf-8');

switch ("{$_SERVER['REQUEST_METHOD']} /{$parts[0]}") {
    case 'GET /':
        header('Content-Type: text/html; charset=utf-8');
        echo '<h1>Coffee, €25</h1><form method="post" action="/orders"><button>Buy</button></form>';
        break;
    case 'POST /orders':
        $reference = 'order-' . bin2hex(random_bytes(16));
        $session = post('/payment-session', [
            'currency' => 'EUR', 'amount' => 25, 'country' => 'DE', 'merchantReference' => $reference,
            'redirectUrl' => "$shop/orders/$reference", 'notificationUrl' => "$shop/webhooks",
        ]);
        header("Location: {$session['cashierUrl']}", true, 303);
        break;
    case 'POST /webhooks':
        $raw = file_get_contents('php://input'); // The raw body: it is what was signed.
        $is_genuine = is_signed($raw, $_SERVER['HTTP_X_SIGNATURE'] ?? null, getenv('TOLLGATE_SIGNING_SECRET'));
        if ($is_genuine) book(json_decode($raw, true, 512, JSON_THROW_ON_ERROR), $raw);
        else http_response_code(403);
        break;
    case 'GET /orders': // The customer comes back. That proves nothing: only a webhook changes the books.
        echo balance_of($parts[1]) > 0 ? "Paid. Thank you!\n" : "Not paid yet. Reload this page.\n";
        break;
    case 'GET /balance': // For `tollgate rehearse --books`. Remove it before strangers reach your server.
        echo balance_of($parts[1]);
        break;
    default:
        http_response_code(404);
}
