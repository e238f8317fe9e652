;; Recognises a page of rows that are arrays of whole numbers and of decimals in quotes, such as candles. It compares
;; sixteen bytes at a time, which JavaScript cannot. The page lies in the memory from address 0 on, and at least 32 bytes
;; of zeros follow it: no cell continues over them, so nothing behind them is read.
(module
  (memory (export "memory") 1)

  ;; Returns 1 if the bytes are exactly `count` rows in ASCII without blanks, the first with the key `key` and each other
  ;; one with a key that is higher by `step`. 0 says only that the page has to be examined in another way.
  (func (export "holdsRows")
    (param $length i32) (param $key i64) (param $step i64) (param $count i32) (result i32)
    (local $at i32)      ;; the place of the next byte
    (local $byte i32)
    (local $start i32)   ;; the place of the first digit of the key
    (local $value i64)   ;; the key as it was read
    (local $others i32)  ;; of sixteen bytes, a bit for each one that ends the cell
    (local $digits i32)  ;; the length of a cell that is a whole number

    (if (i32.ne (i32.load8_u (local.get $at)) (i32.const 0x5b)) (then (return (i32.const 0)))) ;; [
    (loop $row
      ;; The bracket that opens the row follows the one of the page, or a comma.
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (if (i32.ne (i32.load8_u (local.get $at)) (i32.const 0x5b)) (then (return (i32.const 0)))) ;; [
      (local.set $at (i32.add (local.get $at) (i32.const 1)))

      ;; The key has up to sixteen digits, of which the first is not 0.
      (if (i32.eq (i32.load8_u (local.get $at)) (i32.const 0x30)) (then (return (i32.const 0))))
      (local.set $start (local.get $at))
      (local.set $value (i64.const 0))
      (block $key-end
        (loop $digit
          (local.set $byte (i32.sub (i32.load8_u (local.get $at)) (i32.const 0x30)))
          (br_if $key-end (i32.gt_u (local.get $byte) (i32.const 9)))
          (local.set $value
            (i64.add (i64.mul (local.get $value) (i64.const 10)) (i64.extend_i32_u (local.get $byte))))
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (br $digit)))
      (if (i64.ne (local.get $value) (local.get $key)) (then (return (i32.const 0))))
      (if (i32.gt_u (i32.sub (local.get $at) (local.get $start)) (i32.const 16)) (then (return (i32.const 0))))

      (block $cells-end
        (loop $cell
          (local.set $byte (i32.load8_u (local.get $at)))
          (br_if $cells-end (i32.ne (local.get $byte) (i32.const 0x2c))) ;; ,
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (if (i32.eq (i32.load8_u (local.get $at)) (i32.const 0x22)) ;; "
            (then
              ;; A text whose bytes are all digits, "." or "/", which follow one another in ASCII.
              (local.set $at (i32.add (local.get $at) (i32.const 1)))
              (loop $text
                (local.set $others
                  (i8x16.bitmask
                    (i8x16.gt_u
                      (i8x16.sub (v128.load (local.get $at)) (i8x16.splat (i32.const 0x2e)))
                      (i8x16.splat (i32.const 11)))))
                (if (i32.eqz (local.get $others))
                  (then
                    (local.set $at (i32.add (local.get $at) (i32.const 16)))
                    (br $text))))
              (local.set $at (i32.add (local.get $at) (i32.ctz (local.get $others))))
              (if (i32.ne (i32.load8_u (local.get $at)) (i32.const 0x22)) (then (return (i32.const 0)))) ;; "
              (local.set $at (i32.add (local.get $at) (i32.const 1))))
            (else
              ;; A whole number of less than sixteen digits: 0, or one that does not begin with 0.
              (local.set $others
                (i8x16.bitmask
                  (i8x16.gt_u
                    (i8x16.sub (v128.load (local.get $at)) (i8x16.splat (i32.const 0x30)))
                    (i8x16.splat (i32.const 9)))))
              (local.set $digits (i32.ctz (local.get $others)))
              (if (i32.gt_u (i32.sub (local.get $digits) (i32.const 1)) (i32.const 14))
                (then (return (i32.const 0))))
              (if (i32.and
                    (i32.eq (i32.load8_u (local.get $at)) (i32.const 0x30))
                    (i32.ne (local.get $digits) (i32.const 1)))
                (then (return (i32.const 0))))
              (local.set $at (i32.add (local.get $at) (local.get $digits)))))
          (br $cell)))

      ;; The bracket that closes the row, and what separates it from the next row or closes the page.
      (if (i32.ne (local.get $byte) (i32.const 0x5d)) (then (return (i32.const 0)))) ;; ]
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (local.set $key (i64.add (local.get $key) (local.get $step)))
      (local.set $count (i32.sub (local.get $count) (i32.const 1)))
      (if (i32.eqz (local.get $count))
        (then
          (return
            (i32.and
              (i32.eq (i32.load8_u (local.get $at)) (i32.const 0x5d)) ;; ]
              (i32.eq (i32.add (local.get $at) (i32.const 1)) (local.get $length))))))
      (br_if $row (i32.eq (i32.load8_u (local.get $at)) (i32.const 0x2c)))) ;; ,
    (i32.const 0)))
