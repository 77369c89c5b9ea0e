<?php
// What a client has to do: send a signed call, and tell whether a text is from the gateway.
declare(strict_types=1);

/** JSON as the gateway signs it: nothing is escaped that need not be. */
const JSON_AS_SIGNED = JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_LINE_TERMINATORS | JSON_THROW_ON_ERROR;

function sign(string $text, string $secret): string {
    return base64_encode(hash_hmac('sha256', $text, $secret, true));
}

/** Is this signature of this text right? In constant time. */
function is_signed(string $text, ?string $signature, string $secret): bool {
    return $signature !== null && hash_equals(sign($text, $secret), $signature);
}

/** Sends a signed call. If no answer comes, look the payment up before you try again. */
function post(string $path, array $body): array {
    $secret = getenv('TOLLGATE_SIGNING_SECRET');
    $text = json_encode($body, JSON_AS_SIGNED);
    $headers = ['X-API-KEY: ' . getenv('TOLLGATE_API_KEY'), 'X-Signature: ' . sign($text, $secret), 'Content-Type: application/json'];
    $call = ['method' => 'POST', 'header' => $headers, 'content' => $text, 'timeout' => 30, 'follow_location' => 0];
    $url = (getenv('TOLLGATE_URL') ?: 'http://localhost:3000') . $path;
    $stream = fopen($url, 'r', false, stream_context_create(['http' => $call + ['ignore_errors' => true]]));
    if ($stream === false) throw new RuntimeException("$path: no answer came");
    $answer = stream_get_contents($stream);
    $given = preg_grep('/^X-Signature:/i', stream_get_meta_data($stream)['wrapper_data']);
    if (!is_signed($answer, $given ? trim(substr(end($given), 12)) : null, $secret)) throw new RuntimeException("$path: $answer");
    return json_decode($answer, true, 512, JSON_THROW_ON_ERROR);
}
