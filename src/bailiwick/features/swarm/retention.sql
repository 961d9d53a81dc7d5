-- name: old_mails
-- Mail older than a time that all of its recipients have read.
SELECT id FROM mails
 WHERE sent_at < least(%(before)s::timestamptz, %(rolled)s::timestamptz)
   AND NOT EXISTS (SELECT 1 FROM deliveries
                    WHERE deliveries.user_id = mails.user_id AND deliveries.mail_id = mails.id
                      AND deliveries.status <> 'read')
 ORDER BY sent_at
 LIMIT %(limit)s;

-- name: loosen_mails
-- Let later mail forget which mail it answers that is about to be deleted.
UPDATE mails SET cause_id = CASE WHEN cause_id = ANY (%(ids)s::uuid[]) THEN NULL ELSE cause_id END,
                 reply_to = CASE WHEN reply_to = ANY (%(ids)s::uuid[]) THEN NULL ELSE reply_to END
 WHERE cause_id = ANY (%(ids)s::uuid[]) OR reply_to = ANY (%(ids)s::uuid[]);

-- name: delete_mails
-- Delete mail.
DELETE FROM mails WHERE id = ANY (%(ids)s::uuid[]);
