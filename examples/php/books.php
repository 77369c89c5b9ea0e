<?php
// What each order is worth, from its events in whatever order they came: a folder for each order, a file for each event.
declare(strict_types=1);

function folder_of(string $reference): string {
    return (getenv('SHOP_DATA') ?: __DIR__ . '/.data') . '/' . sha1($reference);
}

/** Keeps an event once: of two links with one name only the first is made, also where both come at the same moment. */
function book(array $event, string $text): void {
    $folder = folder_of($event['merchantReference']);
    is_dir($folder) || @mkdir($folder, 0700, true);
    $written = tempnam($folder, 'new');
    $kept = "$folder/" . sha1($event['eventId']) . '.json';
    $is_kept = file_put_contents($written, $text) !== false && (@link($written, $kept) || is_file($kept));
    unlink($written);
    if (!$is_kept) throw new RuntimeException("cannot write $kept");
}

/** A type of event that is not known here changes nothing. */
function balance_of(string $reference): float {
    $events = array_map(fn ($path) => json_decode(file_get_contents($path), true), glob(folder_of($reference) . '/*.json'));
    usort($events, fn ($a, $b) => $a['sequence'] <=> $b['sequence']);
    $cents = fn (array $one, bool $counts) => $counts ? (int) round($one['amount'] * 100) : 0;
    $worth = [];
    foreach ($events as $event) {
        $sign = $event['type'] === 'PAYIN' ? 1 : -1;
        if (preg_match('/^pay(in|out)\.(pending|processing|completed|declined|error)$/', $event['eventType']))
            $worth['payment'] = $sign * $cents($event, $event['status'] === 'COMPLETED');
        if ($event['eventType'] === 'payout.returned') $worth['payment'] = 0;
        if ($refund = $event['refund'] ?? null)
            $worth[$refund['refundId']] = -$cents($refund, $refund['status'] === 'COMPLETED');
        if ($dispute = $event['dispute'] ?? null)
            $worth[$dispute['disputeId']] = -$cents($dispute, $dispute['fundsWithheld'] && $dispute['status'] !== 'WON');
    }
    return array_sum($worth) / 100;
}
