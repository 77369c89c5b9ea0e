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
    // The status of a payment, each capture, refund and dispute go by their own last event. None is too old to count.
    $worth = [];
    foreach ($events as $event) {
        $type = $event['eventType'];
        $sign = $event['type'] === 'PAYIN' ? 1 : -1;
        // Less than the amount may have come for a pay-in.
        $paid = $sign === 1 ? $event['amountCaptured'] ?? $event['amount'] : -$event['amount'];
        // The money of a payment that is captured later comes with its captures.
        $is_later = ($event['captureMode'] ?? null) === 'manual';
        if (!$is_later && preg_match('/^pay(in|out)\.(pending|processing|completed|declined|error)$/D', $type))
            $worth['payment'] = str_ends_with($type, '.completed') ? $paid : 0;
        if (!$is_later && in_array($type, ['payin.returned', 'payout.returned'], true))
            $worth['returned'] = -$sign * $event['returned']['amount'];
        if ($capture = $event['capture'] ?? null)
            $worth[$capture['captureId']] = $type === 'capture.completed' ? $capture['amount'] : 0;
        if ($refund = $event['refund'] ?? null)
            $worth[$refund['refundId']] = $type === 'refund.completed' ? -$refund['amount'] : 0;
        if ($dispute = $event['dispute'] ?? null)
            $worth[$dispute['disputeId']] = $dispute['fundsWithheld'] ? -$dispute['amount'] : 0;
    }
    return round(array_sum($worth), 3);
}
